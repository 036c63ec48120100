package host_test
