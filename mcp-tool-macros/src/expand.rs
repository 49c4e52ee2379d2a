use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::errors::Errors;
use crate::stand_in::StandIn;
use crate::{codegen, item, model, tool_options};

/// The function, as it was; then its tool, or what is wrong with it.
pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let options = tool_options::parse(attribute.clone(), &mut errors);
    let function = item::parse(item.clone(), &mut errors);
    let stand_in = function
        .as_ref()
        .and_then(|function| StandIn::new(&attribute, &options, function));
    let tool = function
        .as_ref()
        .and_then(|function| model::check(options, function, None, &mut errors));
    let generated = match errors.finish() {
        // Without an error there is a tool.
        Ok(()) => tool.as_ref().map(codegen::tool).unwrap_or_default(),
        Err(messages) => quote!(#messages #stand_in),
    };
    // An editor goes on working in the function while its attribute is wrong.
    let item = function.map_or(item, |function| function.into_token_stream());
    quote!(#item #generated)
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;

    use super::expand;

    /// Pretty-prints what a use of the attribute becomes.
    fn expanded(options: &str, item: &str) -> String {
        let tokens = |text: &str| -> TokenStream { text.parse().unwrap() };
        let file = syn::parse2(expand(tokens(options), tokens(item))).unwrap();
        prettyplease::unparse(&file)
    }

    /// With the feature, there is a case of it for each mistake in `tests/ui`.
    #[cfg(not(feature = "regex"))]
    #[test]
    fn a_pattern_needs_its_feature() {
        let item = "/// Searches.\nasync fn search(#[arg(pattern(\"^a\"))] text: String) {}";
        let whole = expanded("", item);
        assert!(
            whole.contains("`pattern` needs the feature `regex`"),
            "{whole}"
        );
    }

    /// What the attribute adds to a tool with two arguments stays a page that a person can read.
    /// `just expansion` prints it.
    #[test]
    fn the_expansion_stays_small() {
        let item = "
            /// Forecast for a city.
            async fn forecast(
                /// City name, for example Oslo
                city: &str,
                /// Number of days
                days: u8,
            ) -> Result<Forecast, WeatherError> {
                todo!()
            }
        ";
        let options = "title = \"Weather forecast\", read_only, open_world = false";
        let whole = expanded(options, item);
        let bare = {
            let function: TokenStream =
                "/// Forecast for a city.\nasync fn forecast(city: &str, days: u8) -> Result<Forecast, WeatherError> { todo!() }"
                    .parse()
                    .unwrap();
            prettyplease::unparse(&syn::parse2(function).unwrap())
        };
        let added = whole.lines().count() - bare.lines().count();
        println!("{whole}");
        println!("{added} lines beyond the function, for two arguments");
        assert!(
            whole.starts_with(&bare),
            "the function comes first, as it was:\n{whole}"
        );
        assert!(added <= 40, "{added} lines:\n{whole}");
    }
}
