//! Drops, doubles and swaps random tokens of the wrong programs. No macro panics, and if the item below it is still
//! Rust, then its output is Rust, too. `MUTATIONS=1000 cargo test --workspace --lib mutations` tries more.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::{env, fs};

use proc_macro2::{Group, TokenStream, TokenTree};

use super::expansions::laid_out;
use super::mistakes::{Expansion, expand_all, format, topics};

/// A small generator of random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Counts tokens at every depth.
fn count(tokens: &[TokenTree]) -> usize {
    let inner = tokens.iter().map(|token| match token {
        TokenTree::Group(group) => count(&inside(group)),
        _ => 0,
    });
    tokens.len() + inner.sum::<usize>()
}

fn inside(group: &Group) -> Vec<TokenTree> {
    group.stream().into_iter().collect()
}

#[derive(Clone, Copy)]
enum Mutation {
    Drop,
    Double,
    Swap,
}

/// Mutates the token with the number `at`, counted at every depth.
fn mutate(tokens: &[TokenTree], at: &mut usize, mutation: Mutation) -> TokenStream {
    let mut mutated = Vec::new();
    let mut rest = tokens.iter();
    while let Some(token) = rest.next() {
        let is_here = *at == 0;
        *at = at.wrapping_sub(1);
        match (is_here, mutation) {
            (true, Mutation::Drop) => {}
            (true, Mutation::Double) => mutated.extend([token.clone(), token.clone()]),
            (true, Mutation::Swap) => {
                mutated.extend(rest.next().cloned());
                mutated.push(token.clone());
            }
            (false, _) => mutated.push(match token {
                TokenTree::Group(group) => {
                    let mut copy =
                        Group::new(group.delimiter(), mutate(&inside(group), at, mutation));
                    copy.set_span(group.span());
                    copy.into()
                }
                token => token.clone(),
            }),
        }
    }
    mutated.into_iter().collect()
}

/// Returns whether the output of a macro is Rust, if the macro's input is.
fn is_rust(Expansion { item, output }: Expansion) -> bool {
    let Some(item) = item else {
        return syn::parse2::<syn::Expr>(output).is_ok();
    };
    if syn::parse2::<syn::Item>(item).is_err() {
        return true;
    }
    let Ok(file) = syn::parse2::<syn::File>(output) else {
        return false;
    };
    let whole = file.items.iter().map(laid_out).collect();
    syn::parse2::<syn::File>(whole).is_ok()
}

#[test]
fn mutated_programs_neither_panic_nor_become_broken_code() {
    let per_program = env::var("MUTATIONS").map_or(3, |count| count.parse().unwrap());
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut faults = Vec::new();
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/tests/ui");
    let folders = fs::read_dir(table)
        .unwrap()
        .map(|folder| folder.unwrap().path());
    let mut folders: Vec<_> = folders.filter(|path| path.is_dir()).collect();
    folders.sort();
    let of_the_compiler = folders.iter().flat_map(|folder| format::topics(folder));
    let all = of_the_compiler.chain(topics());
    for (topic, path) in all {
        for program in format::programs(&fs::read_to_string(path).unwrap()) {
            let tokens: TokenStream = program.source.parse().unwrap();
            let tokens: Vec<TokenTree> = tokens.into_iter().collect();
            for _ in 0..per_program {
                let mutation = [Mutation::Drop, Mutation::Double, Mutation::Swap][random.below(3)];
                let mutated = mutate(&tokens, &mut random.below(count(&tokens)), mutation);
                let text = mutated.to_string();
                // The compiler does not read every mutated text as tokens, such as a lone `'`.
                let Ok(mutated) = text.parse() else { continue };
                let is_sound = catch_unwind(AssertUnwindSafe(|| {
                    let mut expansions = Vec::new();
                    expand_all(mutated, &mut expansions);
                    expansions.into_iter().all(is_rust)
                }));
                if !is_sound.unwrap_or(false) {
                    faults.push(format!("{topic}/{}:\n{text}", program.name));
                }
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n\n")
    );
}
