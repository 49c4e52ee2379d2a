//! Validates decoded values whose types implement the trait `Validate` of the crate `garde`.

use std::marker::PhantomData;

use garde::Validate;

use super::fault::{Problem, Problems, Reason, Step};

/// A function that validates a value and returns the problems.
pub(super) type ValidateFn<T> = fn(&T) -> Problems;

/// Selects the validation of a type. If the type implements `Validate`, the inherent constant `VALIDATE`
/// hides the constant of `NotValidated`.
pub struct Validation<T>(PhantomData<T>);

impl<T: Validate + 'static> Validation<T> {
    pub const VALIDATE: &'static Self = &Validation(PhantomData);
}

/// Provides the constant `VALIDATE` for types that do not implement `Validate`.
pub trait NotValidated {
    const VALIDATE: &'static () = &();
}

impl<T> NotValidated for Validation<T> {}

/// Provides the validation of `T`, or `None`. The validation uses the default garde context. So a parameter
/// does not compile if the context of its type has no default.
pub trait ArgumentValidation<T> {
    const VALIDATE: Option<ValidateFn<T>>;
}

impl<T> ArgumentValidation<T> for () {
    const VALIDATE: Option<ValidateFn<T>> = None;
}

impl<T: Validate<Context: Default>> ArgumentValidation<T> for Validation<T> {
    const VALIDATE: Option<ValidateFn<T>> = Some(|value| match value.validate() {
        Ok(()) => Problems::default(),
        Err(report) => Problems::first(report.iter(), |(path, error)| {
            let problem = Problem::new(Reason::Invalid(error.message().to_owned()));
            steps(&path.to_string())
                .into_iter()
                .rev()
                .fold(problem, Problem::inside)
        }),
    });
}

/// Returns the steps of a path such as `filter.tags[2].name`.
fn steps(path: &str) -> Vec<Step> {
    path.split(['.', '['])
        .filter(|segment| !segment.is_empty())
        .map(|segment| match segment.strip_suffix(']').map(str::parse) {
            Some(Ok(index)) => Step::Index(index),
            _ => Step::Key(segment.to_owned()),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Step, steps};

    #[test]
    fn a_garde_path_is_split_into_steps() {
        let key = |name: &str| Step::Key(name.to_owned());
        assert_eq!(steps(""), []);
        assert_eq!(
            steps("filter.tags[2].name"),
            [key("filter"), key("tags"), Step::Index(2), key("name")]
        );
        assert_eq!(steps("[0][1]"), [Step::Index(0), Step::Index(1)]);
    }
}
