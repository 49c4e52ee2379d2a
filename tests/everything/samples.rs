//! The smallest picture and the shortest sound.

/// One red pixel, as a PNG file.
pub(crate) const PICTURE: &[u8] =
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90\x77\x53\xde\
      \0\0\0\x0cIDATx\xda\x63\xf8\xcf\xc0\0\0\x03\x01\x01\0\xf7\x03\x41\x43\0\0\0\0IEND\xae\x42\x60\x82";

/// Nothing to be heard: a WAV file without samples.
pub(crate) const SOUND: &[u8] =
    b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x44\xac\0\0\x88\x58\x01\0\x02\0\x10\0data\0\0\0\0";
