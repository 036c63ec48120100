package kept

import (
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// pressed is the number that the frames of a text bear which was pressed against another. It is no dictionary's that
// anybody else has.
const pressed = 0x4b657279

// Press presses a text, of which much may stand in another that is at hand when it is read.
func Press(text, like []byte) ([]byte, error) {
	options := []zstd.EOption{zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false),
		zstd.WithWindowSize(window(len(text) + len(like)))}
	if len(like) > 0 {
		options = append(options, zstd.WithEncoderDictRaw(pressed, like))
	}
	z, err := zstd.NewWriter(nil, options...)
	if err != nil {
		return nil, fmt.Errorf("press: %w", err)
	}
	return z.EncodeAll(text, nil), z.Close()
}

// window is how far back in so many bytes the compressor looks: a power of two.
func window(bytes int) int {
	size := zstd.MinWindowSize
	for size < bytes && size < 8<<20 {
		size *= 2
	}
	return size
}

// readers decode what was pressed against nothing.
var readers = sync.OnceValues(func() (*zstd.Decoder, error) { return newDecoder(nil) })

func newDecoder(like []byte) (*zstd.Decoder, error) {
	options := []zstd.DOption{zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxText), zstd.WithDecodeAllCapLimit(false)}
	if len(like) > 0 {
		options = append(options, zstd.WithDecoderDictRaw(pressed, like))
	}
	return zstd.NewReader(nil, options...)
}

// maxText bounds a text that is read: several times the largest mail.
const maxText = 256 << 20

// Expand gives back a text that [Press] pressed against the same other. The error wraps [ErrDamaged] if that cannot be.
func Expand(body, like []byte) ([]byte, error) {
	z, err := readers()
	if len(like) > 0 {
		if z, err = newDecoder(like); err == nil {
			defer z.Close()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("expand: %w", err)
	}
	text, err := z.DecodeAll(body, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return text, nil
}
