//! Types of all kinds that the derives of serde and schemars support.

mod attributes;
mod enums;
mod flat;
mod structs;

pub(crate) use attributes::*;
pub(crate) use enums::*;
pub(crate) use flat::*;
pub(crate) use structs::*;

/// Declares types, and implements `Sample` for each.
macro_rules! animals {
    () => {};
    (
        $(#[$meta:meta])*
        struct $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* }
        $($rest:tt)*
    ) => {
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        $(#[$meta])*
        pub(crate) struct $name { $($(#[$field_meta])* $field: $type,)* }

        impl Sample for $name {
            #[allow(unused_variables)]
            fn sample(choices: &mut Choices) -> Self {
                $name { $($field: <$type>::sample(choices),)* }
            }
        }

        animals! { $($rest)* }
    };
    (
        $(#[$meta:meta])*
        struct $name:ident($($(#[$field_meta:meta])* $type:ty),*);
        $($rest:tt)*
    ) => {
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        $(#[$meta])*
        pub(crate) struct $name($($(#[$field_meta])* $type),*);

        impl Sample for $name {
            fn sample(choices: &mut Choices) -> Self {
                $name($(<$type>::sample(choices)),*)
            }
        }

        animals! { $($rest)* }
    };
    (
        $(#[$meta:meta])*
        enum $name:ident { $(
            $(#[$variant_meta:meta])*
            $variant:ident
            $(($($type:ty),*))?
            $({ $($(#[$field_meta:meta])* $field:ident: $field_type:ty),* })?
        ,)* }
        $($rest:tt)*
    ) => {
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        $(#[$meta])*
        // Names such as `FirstOne` and `SecondOne` test `rename_all`, but trigger this lint.
        #[allow(clippy::enum_variant_names)]
        pub(crate) enum $name { $(
            $(#[$variant_meta])*
            $variant
            $(($($type),*))?
            $({ $($(#[$field_meta])* $field: $field_type),* })?
        ,)* }

        impl Sample for $name {
            #[allow(unused_variables)]
            fn sample(choices: &mut Choices) -> Self {
                let variants: &[fn(&mut Choices) -> Self] = &[$(
                    |choices| $name::$variant
                        $(($(<$type>::sample(choices)),*))?
                        $({ $($field: <$field_type>::sample(choices)),* })?
                ,)*];
                choices.pick(variants)(choices)
            }
        }

        animals! { $($rest)* }
    };
}
use animals;
