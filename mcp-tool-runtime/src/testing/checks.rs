use crate::lint::Profile;

/// What [`check_tools!`](crate::check_tools) holds a registry to. Its options are the fields: so
/// they come in any order, and the compiler points at one that is unknown or given twice.
#[derive(Clone, Copy, Debug)]
pub struct Checks<'a> {
    /// The file of the definitions, below the folder of the package.
    pub golden: &'a str,
    /// How many bytes the list may take.
    pub budget: usize,
    /// The clients that have to take all tools.
    pub profiles: &'a [Profile],
}

impl Checks<'_> {
    /// What is held to where nothing is said.
    pub const DEFAULT: Self = Checks {
        golden: "tools.json",
        budget: 32 * 1024,
        profiles: Profile::ALL,
    };
}
