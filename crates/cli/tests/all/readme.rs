//! Every command shown in the README, `docs/for` and the pages named below prints what they show.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Commands of `console` blocks with the output shown below them.
fn shown(pages: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut in_block = false;
    for line in pages.lines() {
        match line {
            "```console" => in_block = true,
            "```" => in_block = false,
            _ if !in_block => {}
            _ => match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => commands.push((command.into(), String::new())),
                (None, Some((_, output))) => *output += &format!("{line}\n"),
                (None, None) => {}
            },
        }
    }
    commands
}

#[test]
fn commands_print_what_is_shown() {
    let root = root_of_repo();
    let arbiter = Path::new(env!("CARGO_BIN_EXE_arbiter"));
    let mut pages: Vec<_> = pages();
    // These show output of other programs, or take long.
    pages.retain(|page| {
        let name = page.strip_prefix(root_of_repo()).unwrap().to_str().unwrap();
        let people = name.starts_with("docs/for/");
        people
            || ["README.md", "docs/guide.md", "docs/retro.md", "docs/dead.md", "docs/win.md"].contains(&name)
    });
    let pages: String = pages.iter().map(|page| std::fs::read_to_string(page).unwrap()).collect();
    let path = format!("{}:{}", arbiter.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut run = 0;
    for (command, expected) in shown(&pages).into_iter().filter(|(command, _)| command.contains("arbiter ")) {
        let output = Command::new("bash")
            .args(["-c", &command])
            .current_dir(&root)
            .env("PATH", &path)
            .output()
            .unwrap();
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert_eq!(stdout.trim_end(), expected.trim_end(), "$ {command}");
        run += 1;
    }
    assert!(run >= 40, "{run}");
}

/// The README shows the tour as it runs: its commands are those of the first block, in order.
#[test]
fn the_tour_is_shown() {
    let tour = std::fs::read_to_string(root_of_repo().join("examples/tour")).unwrap();
    let run = tour.lines().filter_map(|line| line.strip_prefix("show '")?.strip_suffix('\''));
    let readme = std::fs::read_to_string(root_of_repo().join("README.md")).unwrap();
    let first = readme.split("```").nth(1).unwrap();
    let mut shown = shown(&format!("```{first}```\n")).into_iter().map(|(command, _)| command);
    assert_eq!(shown.next().as_deref(), Some("bash examples/tour"));
    assert_eq!(shown.collect::<Vec<_>>(), run.collect::<Vec<_>>());
}

fn root_of_repo() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages at the top, those of `docs`, and those beside parts of the project.
fn pages() -> Vec<PathBuf> {
    let root = root_of_repo();
    let others = ["ARCHITECTURE.md", "BENCHMARKS.md", "CONTRIBUTING.md", "proof/README.md", "web/README.md"];
    let mut pages: Vec<_> = ["README.md"].iter().chain(&others).map(|page| root.join(page)).collect();
    for folder in ["docs", "docs/for"] {
        let files = std::fs::read_dir(root.join(folder)).unwrap().map(|file| file.unwrap().path());
        pages.extend(files.filter(|path| path.extension().is_some_and(|end| end == "md")));
    }
    pages.sort();
    pages
}

/// Targets of the links of a page, outside blocks of code.
fn links(text: &str) -> Vec<String> {
    let mut in_code = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            in_code = !in_code;
        }
        if !in_code {
            let ends = line.match_indices("](").map(|(at, _)| &line[at + 2..]);
            found.extend(ends.filter_map(|rest| rest.split_once(')')).map(|(to, _)| to.to_owned()));
        }
    }
    found
}

/// The anchors of a page's headings, as GitHub and mdBook make them.
fn anchors(text: &str) -> Vec<String> {
    let slug = |heading: &str| -> String {
        let kept = heading.to_lowercase().replace(' ', "-");
        kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
    };
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| slug(line.trim_start_matches('#').trim())).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut seen = 0;
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        for link in links(&text).iter().filter(|link| !link.contains("://") && !link.starts_with("mailto:")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            assert!(target.exists(), "{}: {link}", page.display());
            if !anchor.is_empty() && target.extension().is_some_and(|end| end == "md") {
                let anchors = anchors(&std::fs::read_to_string(&target).unwrap());
                assert!(anchors.iter().any(|one| one == anchor), "{}: {link}: {anchors:?}", page.display());
            }
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn the_site_has_every_page() {
    let docs = root_of_repo().join("docs");
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let listed: Vec<_> = links(&summary).iter().map(|link| docs.join(link)).collect();
    for page in pages().into_iter().filter(|page| page.starts_with(&docs)) {
        let is_other = page.ends_with("README.md") || page.ends_with("SUMMARY.md");
        assert!(is_other || listed.contains(&page), "{} is not in docs/SUMMARY.md", page.display());
    }
}

/// Each person's page begins with what they came with and ends with something to check.
#[test]
fn people_come_with_something_and_leave_with_a_proof() {
    let docs = root_of_repo().join("docs/for");
    let mut people = 0;
    for page in pages().iter().filter(|page| page.starts_with(&docs)) {
        let text = std::fs::read_to_string(page).unwrap();
        let first = text.lines().nth(2).unwrap();
        assert!(first.starts_with("You have "), "{}: {first}", page.display());
        let (_, last) = text.split_once("## Check it").unwrap_or_else(|| panic!("{}", page.display()));
        assert!(last.contains("arbiter verify") && last.contains("\naccepted: "), "{}", page.display());
        people += 1;
    }
    assert_eq!(people, 7);
}

/// The pages as a site, where mdBook is there: all of them, and without a warning.
#[test]
#[ignore = "needs mdbook: cargo install mdbook --no-default-features"]
fn the_site_is_built() {
    let docs = root_of_repo().join("docs");
    let folder = std::env::temp_dir().join(format!("arbiter-site-{}", std::process::id()));
    let built =
        Command::new("mdbook").arg("build").arg(&docs).arg("--dest-dir").arg(&folder).output().unwrap();
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success() && !said.contains("WARN") && !said.contains("ERROR"), "{said}");
    for page in pages().iter().filter_map(|page| page.strip_prefix(&docs).ok()) {
        let html = folder.join(page).with_extension("html");
        assert!(page.ends_with("SUMMARY.md") || html.is_file(), "{}", html.display());
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
