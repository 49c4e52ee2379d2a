//! The tools of the crate, compared with those of the original servers, and called. For each server, a table
//! `FACTS` lists the names, hints and arguments of the original tools. A comment at `FACTS` names each difference
//! between the table and the original. The descriptions and the function bodies are not from the originals.

#[macro_use]
mod checks;

mod filesystem;
mod git;
mod values;
