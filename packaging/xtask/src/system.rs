//! Packages of the operating system: installed with apt where there is apt, named where there is not.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Result;
use crate::needs::{self, APT, Machine, Need, Purpose, System};
use crate::say;

/// Provides what `purpose` needs, or says what to type.
///
/// `given_up` is a file with the packages that could not be installed earlier and that the studio works without: they
/// are tried again only when that file is gone, so that a machine that cannot have one is not slow at every start.
pub fn ensure(purpose: Purpose, given_up: &Path) -> Result<()> {
    let system = this_system();
    let machine = ThisMachine;
    match system {
        System::Apt => {
            let mut missing = needs::missing(purpose, &installed_packages(), &machine);
            let hopeless = std::fs::read_to_string(given_up).unwrap_or_default();
            missing.retain(|need| need.required || !hopeless.lines().any(|line| need.packages.first() == Some(&line)));
            if missing.is_empty() { Ok(()) } else { install_needs(&missing, &machine, given_up) }
        }
        System::Windows => Ok(()),
        System::MacOs => {
            if succeeds("xcode-select", &["-p"]) {
                Ok(())
            } else {
                Err(format!("A C compiler is missing. Type this, then try again:\n  {}", type_this(system, purpose))
                    .into())
            }
        }
        System::Dnf | System::Pacman | System::OtherUnix => {
            let tools = ["cc", "make", "pkg-config"];
            let mut missing: Vec<&str> = tools.into_iter().filter(|tool| !machine.has_command(tool)).collect();
            if !succeeds("pkg-config", &["--exists", "alsa"]) {
                missing.push("the ALSA development files");
            }
            if !missing.is_empty() {
                let what = missing.join(", ");
                return Err(
                    format!("Missing: {what}. Use this, then try again:\n  {}", type_this(system, purpose)).into()
                );
            }
            if !machine.has_korean_font() {
                say::step(&format!("no Korean font was found; to get one: {}", type_this(system, purpose)));
            }
            Ok(())
        }
    }
}

fn type_this(system: System, purpose: Purpose) -> String {
    needs::command_to_type(system, purpose)
}

/// What kind of system this is.
pub fn this_system() -> System {
    match std::env::consts::OS {
        "macos" => System::MacOs,
        "windows" => System::Windows,
        _ => {
            let text = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
            match needs::parse_os_release(&text) {
                // A Debian that hides apt from its users (some images do) is like any other system.
                System::Apt if find_command("apt-get").is_none() => System::OtherUnix,
                system => system,
            }
        }
    }
}

/// The machine that this runs on.
struct ThisMachine;

impl Machine for ThisMachine {
    fn has_command(&self, name: &str) -> bool {
        find_command(name).is_some()
    }

    fn has_korean_font(&self) -> bool {
        match Command::new("fc-list").args([":lang=ko", "family"]).stderr(Stdio::null()).output() {
            Ok(output) if output.status.success() => !output.stdout.trim_ascii().is_empty(),
            // Without fontconfig's tool: by the names that Korean fonts go by.
            _ => font_folders().iter().any(|folder| has_korean_file(folder, 4)),
        }
    }
}

fn font_folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = ["/usr/share/fonts", "/usr/local/share/fonts"].map(Into::into).into();
    if let Some(home) = std::env::var_os("HOME") {
        folders.extend([Path::new(&home).join(".local/share/fonts"), Path::new(&home).join(".fonts")]);
    }
    folders
}

fn has_korean_file(folder: &Path, depth: u32) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return depth > 0 && has_korean_file(&path, depth - 1);
        }
        let name = entry.file_name().to_string_lossy().to_lowercase();
        ["cjk", "nanum", "notosanskr", "pretendard", "unbatang", "undotum", "baekmuk", "sourcehansans", "d2coding"]
            .iter()
            .any(|korean| name.contains(korean))
    })
}

/// Where the program lies that a shell would call.
pub fn find_command(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

fn succeeds(program: &str, args: &[&str]) -> bool {
    let status =
        Command::new(program).args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn installed_packages() -> HashSet<String> {
    let names = APT.iter().flat_map(|need| need.packages);
    // It fails when a name is unknown, and still answers for the others.
    let output = Command::new("dpkg-query").args(["-W", "-f", "${db:Status-Abbrev} ${Package}\n"]).args(names).output();
    output.map(|output| needs::parse_dpkg(&String::from_utf8_lossy(&output.stdout))).unwrap_or_default()
}

/// Installs what provides the `missing` needs: all at once where that works, else one by one, so that one package that
/// this release does not have stops nothing else.
fn install_needs(missing: &[Need], machine: &dyn Machine, given_up: &Path) -> Result<()> {
    let firsts: Vec<&str> = missing.iter().filter_map(|need| need.packages.first().copied()).collect();
    let is_required = missing.iter().any(|need| need.required);
    say::step(&format!("system packages: installing {} (this can take some minutes)", firsts.join(" ")));
    let apt = match Apt::new(&firsts) {
        Ok(apt) => apt,
        Err(problem) if is_required => return Err(problem),
        Err(problem) => {
            say::step(&format!("{}\n        going on without", problem.0));
            return Ok(());
        }
    };
    let is_online = apt.update();
    if apt.install(&firsts) {
        return Ok(());
    }
    let mut hopeless: Vec<&str> = Vec::new();
    for need in missing {
        let is_met = need.packages.iter().any(|package| apt.install(&[package]));
        if is_met {
            continue;
        }
        let names = need.packages.join(" or ");
        if need.required {
            return Err(format!(
                "The system package {names} could not be installed (apt's reason is above). Without a network, install \
                 it from your distribution's medium; then try again:\n  sudo apt-get install {}",
                need.packages.first().copied().unwrap_or_default()
            )
            .into());
        }
        say::step(&format!("the system package {names} could not be installed; going on without it"));
        hopeless.extend(need.packages.first());
    }
    // Without a network nothing is known about what this release has.
    if is_online && !hopeless.is_empty() {
        remember(given_up, &hopeless);
    }
    if !machine.has_korean_font() {
        say::step("no Korean font was found: Korean text will show as boxes until one is installed");
    }
    Ok(())
}

/// Adds to the packages that are done without. If that cannot be written they are tried again next time.
fn remember(given_up: &Path, packages: &[&str]) {
    use std::io::Write as _;
    if let Ok(mut file) = std::fs::OpenOptions::new().create(true).append(true).open(given_up) {
        drop(writeln!(file, "{}", packages.join("\n")));
    }
}

/// Installs packages with apt, for parts of set-up that find out late what they need. False where that did not work
/// or this system has no apt.
pub fn apt_install(packages: &[&str]) -> bool {
    if this_system() != System::Apt {
        return false;
    }
    let Ok(apt) = Apt::new(packages) else { return false };
    say::step(&format!("system packages: installing {}", packages.join(" ")));
    apt.update();
    apt.install(packages)
}

/// How apt is called here.
struct Apt {
    /// `sudo` and its options; empty for root.
    prefix: Vec<&'static str>,
}

impl Apt {
    /// For installing `packages`, which the message names where that cannot be done.
    fn new(packages: &[&str]) -> Result<Self> {
        let command = format!("apt-get install --no-install-recommends {}", packages.join(" "));
        let prefix = if is_root() {
            Vec::new()
        } else if find_command("sudo").is_none() {
            return Err(format!(
                "Installing system packages needs root, and there is no sudo. Type this as root, then try again:\n  {command}"
            )
            .into());
        } else if say::is_terminal() || succeeds("sudo", &["-n", "true"]) {
            vec!["sudo"]
        } else {
            return Err(format!(
                "Installing system packages needs root, and sudo wants a password that nobody can type here. Type this \
                 in a terminal, then try again:\n  sudo {command}"
            )
            .into());
        };
        Ok(Self { prefix })
    }

    /// Refreshes the lists of packages. False if that fails; the old lists may do.
    fn update(&self) -> bool {
        let is_done = self.run(&["update"]);
        if !is_done {
            say::step("apt's lists could not be refreshed; trying with those that are there");
        }
        is_done
    }

    fn install(&self, packages: &[&str]) -> bool {
        // Nothing that somebody has installed is taken away for this.
        let mut args = vec!["install", "-y", "--no-install-recommends", "--no-remove"];
        args.extend_from_slice(packages);
        self.run(&args)
    }

    fn run(&self, args: &[&str]) -> bool {
        let mut words = self.prefix.clone();
        // Through env, because sudo drops variables. The time-out is for another apt that is running.
        words.extend(["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=120"]);
        if !say::is_terminal() {
            words.extend(["-qq", "-o", "Dpkg::Use-Pty=0"]);
        }
        words.extend_from_slice(args);
        let Some((program, rest)) = words.split_first() else { return false };
        let mut command = Command::new(program);
        command.args(rest);
        if !say::is_terminal() {
            command.stdin(Stdio::null()).stdout(Stdio::null());
        }
        command.status().is_ok_and(|status| status.success())
    }
}

/// Asked only when something is to be installed.
fn is_root() -> bool {
    let output = Command::new("id").arg("-u").stderr(Stdio::null()).output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
