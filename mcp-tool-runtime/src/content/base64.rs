//! Base64 in the standard alphabet with padding, the only form that the protocol allows.

use std::error::Error;
use std::fmt;

use mcp_tool_rules::base64;

/// The error for text that is not Base64 with the standard alphabet and padding.
///
/// ```
/// use mcp_tool_runtime::ContentBlock;
///
/// let error = ContentBlock::image_base64("iVBO_w==", "image/png").unwrap_err();
/// assert_eq!(error.position(), 4);
/// assert_eq!(
///     error.to_string(),
///     "invalid Base64 at byte 4: use the standard alphabet, padded with `=`",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidBase64 {
    position: usize,
}

impl InvalidBase64 {
    /// Returns the index of the first wrong byte in the text. If the text ends too early, returns the length
    /// of the text.
    pub fn position(&self) -> usize {
        self.position
    }
}

impl fmt::Display for InvalidBase64 {
    // Do not show the text, because it may be private or long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "invalid Base64 at byte {}: use the standard alphabet, padded with `=`",
            self.position
        )
    }
}

impl Error for InvalidBase64 {}

pub(super) fn decode(data: &str) -> Result<Vec<u8>, InvalidBase64> {
    base64::decode(data).map_err(|position| InvalidBase64 { position })
}

/// Returns `data` if it is Base64.
pub(super) fn checked(data: String) -> Result<String, InvalidBase64> {
    match base64::fault(data.as_bytes()) {
        Some(position) => Err(InvalidBase64 { position }),
        None => Ok(data),
    }
}
