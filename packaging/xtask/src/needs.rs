//! What the operating system must provide, and what that is called where.

use std::collections::HashSet;

/// What the set-up is for. Testing needs everything that running needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// Building and running the studio.
    Run,
    /// Its tests.
    Test,
}

/// How a need is known to be met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// One of its packages is installed.
    Package,
    /// The program can be called, wherever it came from.
    Command(&'static str),
    /// Some font has Korean letters.
    KoreanFont,
}

/// Something that a Debian or Ubuntu package provides.
#[derive(Clone, Copy, Debug)]
pub struct Need {
    /// Packages that provide it; the first one that can be installed is.
    pub packages: &'static [&'static str],
    /// From what purpose on it is needed.
    pub purpose: Purpose,
    /// Nothing works without it. The others are for the window or for single tests; where the distribution has no
    /// such package, a warning is enough.
    pub required: bool,
    /// How it is known to be met.
    pub sign: Sign,
}

const fn build(packages: &'static [&'static str], sign: Sign) -> Need {
    Need { packages, purpose: Purpose::Run, required: true, sign }
}

const fn window(packages: &'static [&'static str]) -> Need {
    Need { packages, purpose: Purpose::Run, required: false, sign: Sign::Package }
}

/// Debian's and Ubuntu's names.
pub const APT: &[Need] = &[
    // To build: LAME is C and is built by its own makefile; the sound library is found by pkg-config.
    build(&["gcc"], Sign::Command("cc")),
    build(&["libc6-dev"], Sign::Package),
    build(&["make"], Sign::Command("make")),
    build(&["pkg-config", "pkgconf"], Sign::Command("pkg-config")),
    build(&["libasound2-dev"], Sign::Package),
    // ONNX Runtime is C++.
    build(&["libstdc++6"], Sign::Package),
    // The window loads these when it opens.
    window(&["libgl1"]),
    window(&["libegl1"]),
    window(&["libgl1-mesa-dri"]),
    window(&["libx11-6"]),
    window(&["libx11-xcb1"]),
    window(&["libxcursor1"]),
    window(&["libxi6"]),
    window(&["libxrandr2"]),
    window(&["libxkbcommon0"]),
    window(&["libxkbcommon-x11-0"]),
    window(&["libwayland-client0"]),
    Need {
        packages: &["fonts-noto-cjk", "fonts-nanum"],
        purpose: Purpose::Run,
        required: false,
        sign: Sign::KoreanFont,
    },
    // Pictures of the window are compared on a software adapter.
    Need { packages: &["mesa-vulkan-drivers"], purpose: Purpose::Test, required: true, sign: Sign::Package },
    // Exports are decoded and measured by programs that are not ours.
    Need { packages: &["ffmpeg"], purpose: Purpose::Test, required: false, sign: Sign::Command("ffprobe") },
    Need { packages: &["mpg123"], purpose: Purpose::Test, required: false, sign: Sign::Command("mpg123") },
    // The player is heard on a sound server without hardware. A PipeWire desktop keeps its own server: the two get in
    // each other's way, and the test is skipped there.
    Need {
        packages: &["pulseaudio", "pipewire-pulse", "pipewire-audio"],
        purpose: Purpose::Test,
        required: false,
        sign: Sign::Package,
    },
    Need { packages: &["pulseaudio-utils"], purpose: Purpose::Test, required: false, sign: Sign::Command("parec") },
    Need { packages: &["libasound2-plugins"], purpose: Purpose::Test, required: false, sign: Sign::Package },
];

/// Facts about this machine that decide which needs are met.
pub trait Machine {
    /// Whether the program can be called.
    fn has_command(&self, name: &str) -> bool;
    /// Whether some font has Korean letters.
    fn has_korean_font(&self) -> bool;
}

/// The needs for `purpose` that are not met, given the `installed` packages.
pub fn missing(purpose: Purpose, installed: &HashSet<String>, machine: &dyn Machine) -> Vec<Need> {
    let is_met = |need: &Need| match need.sign {
        Sign::Package => need.packages.iter().any(|&package| installed.contains(package)),
        Sign::Command(name) => machine.has_command(name),
        Sign::KoreanFont => machine.has_korean_font(),
    };
    APT.iter().filter(|need| need.purpose <= purpose && !is_met(need)).copied().collect()
}

/// The installed packages in the answer of `dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n'`.
pub fn parse_dpkg(answer: &str) -> HashSet<String> {
    let installed = answer.lines().filter_map(|line| {
        let (status, package) = line.split_once(' ').map(|(status, rest)| (status, rest.trim()))?;
        // Second letter: what is there (i: installed, c: only its configuration, n: nothing).
        (status.chars().nth(1) == Some('i')).then(|| package.to_owned())
    });
    installed.collect()
}

/// Kinds of systems that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Debian, Ubuntu and their kin.
    Apt,
    /// Fedora, RHEL and their kin.
    Dnf,
    /// Arch and its kin.
    Pacman,
    /// Another Linux or BSD.
    OtherUnix,
    /// macOS.
    MacOs,
    /// Windows.
    Windows,
}

/// The kind of Linux that `/etc/os-release` describes.
pub fn parse_os_release(text: &str) -> System {
    let value = |key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='))?;
        Some(line.trim_matches(['"', '\'']).to_owned())
    };
    let names = format!("{} {}", value("ID").unwrap_or_default(), value("ID_LIKE").unwrap_or_default());
    for name in names.split_whitespace() {
        match name {
            "debian" | "ubuntu" => return System::Apt,
            "fedora" | "rhel" | "centos" => return System::Dnf,
            "arch" => return System::Pacman,
            _ => {}
        }
    }
    System::OtherUnix
}

/// What to type on a system whose packages this helper does not install itself.
pub fn command_to_type(system: System, purpose: Purpose) -> String {
    let tests = purpose == Purpose::Test;
    match system {
        System::Dnf => {
            let mut text = "sudo dnf install gcc make pkgconf-pkg-config alsa-lib-devel python3-pip libglvnd-glx \
                            libglvnd-egl mesa-dri-drivers libX11 libX11-xcb libXcursor libXi libXrandr libxkbcommon \
                            libxkbcommon-x11 libwayland-client google-noto-sans-cjk-fonts"
                .to_owned();
            if tests {
                text += " mesa-vulkan-drivers ffmpeg-free mpg123";
            }
            text
        }
        System::Pacman => {
            let mut text =
                "sudo pacman -S --needed gcc make pkgconf alsa-lib python-pip libglvnd mesa libx11 libxcursor \
                            libxi libxrandr libxkbcommon libxkbcommon-x11 wayland noto-fonts-cjk"
                    .to_owned();
            if tests {
                text += " vulkan-swrast ffmpeg mpg123";
            }
            text
        }
        System::MacOs => "xcode-select --install".to_owned(),
        System::Windows => "winget install Microsoft.VisualStudio.2022.BuildTools Python.Python.3.12".to_owned(),
        System::Apt => {
            let needs = APT.iter().filter(|need| need.purpose <= purpose);
            let packages: Vec<&str> = needs.filter_map(|need| need.packages.first().copied()).collect();
            format!("sudo apt-get install --no-install-recommends {} python3-pip", packages.join(" "))
        }
        System::OtherUnix => "your package manager, for: a C compiler, make, pkg-config, the ALSA development files, \
                              Python 3 with pip, OpenGL and EGL, the X11 and Wayland client libraries, xkbcommon, a \
                              Korean font"
            .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{APT, Machine, Purpose, Sign, System, command_to_type, missing, parse_dpkg, parse_os_release};

    struct Fake {
        commands: &'static [&'static str],
        korean_font: bool,
    }

    impl Machine for Fake {
        fn has_command(&self, name: &str) -> bool {
            self.commands.contains(&name)
        }

        fn has_korean_font(&self) -> bool {
            self.korean_font
        }
    }

    const EVERY_COMMAND: &[&str] = &["cc", "make", "pkg-config", "ffprobe", "mpg123", "parec"];

    fn all_packages() -> HashSet<String> {
        APT.iter().flat_map(|need| need.packages).map(|&package| package.to_owned()).collect()
    }

    fn check(purpose: Purpose, installed: &HashSet<String>, machine: &Fake, expect: &[&str]) {
        let missing = missing(purpose, installed, machine);
        assert_eq!(missing.iter().map(|need| need.packages[0]).collect::<Vec<_>>(), expect);
    }

    #[test]
    fn only_what_is_missing_is_wanted() {
        let whole = Fake { commands: EVERY_COMMAND, korean_font: true };
        check(Purpose::Test, &all_packages(), &whole, &[]);
        let mut some = all_packages();
        some.remove("libxi6");
        some.remove("mesa-vulkan-drivers");
        check(Purpose::Run, &some, &whole, &["libxi6"]);
        check(Purpose::Test, &some, &whole, &["libxi6", "mesa-vulkan-drivers"]);
        let bare = Fake { commands: &[], korean_font: false };
        assert_eq!(missing(Purpose::Test, &HashSet::new(), &bare).len(), APT.len());
    }

    #[test]
    fn a_compiler_or_a_font_from_anywhere_will_do() {
        let mut packages = all_packages();
        for package in ["gcc", "make", "pkg-config", "fonts-noto-cjk"] {
            packages.remove(package);
        }
        check(Purpose::Run, &packages, &Fake { commands: EVERY_COMMAND, korean_font: true }, &[]);
        check(Purpose::Run, &packages, &Fake { commands: &["cc", "make"], korean_font: true }, &["pkg-config"]);
        // The package is there but its fonts are not (a container that leaves /usr/share out).
        check(
            Purpose::Run,
            &all_packages(),
            &Fake { commands: EVERY_COMMAND, korean_font: false },
            &["fonts-noto-cjk"],
        );
    }

    #[test]
    fn a_desktop_keeps_its_sound_server() {
        let mut packages = all_packages();
        packages.remove("pulseaudio");
        check(Purpose::Test, &packages, &Fake { commands: EVERY_COMMAND, korean_font: true }, &[]);
        packages.remove("pipewire-pulse");
        packages.remove("pipewire-audio");
        check(Purpose::Test, &packages, &Fake { commands: EVERY_COMMAND, korean_font: true }, &["pulseaudio"]);
    }

    #[test]
    fn every_need_can_be_named_and_signs_fit() {
        for need in APT {
            assert!(!need.packages.is_empty());
            assert!(need.sign != Sign::KoreanFont || !need.required);
        }
    }

    #[test]
    fn dpkg_answers() {
        let answer = "ii  libgl1\nun  libegl1\nrc  mpg123\nhi  gcc\nii  libgl1\nic  half\n\nnonsense\n";
        let mut installed: Vec<String> = parse_dpkg(answer).into_iter().collect();
        installed.sort();
        assert_eq!(installed, ["gcc", "libgl1"]);
    }

    #[test]
    fn kinds_of_linux() {
        let check = |text: &str, expect: System| assert_eq!(parse_os_release(text), expect, "{text}");
        check("NAME=\"Debian GNU/Linux\"\nID=debian\n", System::Apt);
        check("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", System::Apt);
        check("ID_LIKE='rhel centos fedora'\nID=\"rocky\"", System::Dnf);
        check("ID=fedora", System::Dnf);
        check("ID=manjaro\nID_LIKE=arch", System::Pacman);
        check("ID=nixos", System::OtherUnix);
        check("", System::OtherUnix);
    }

    #[test]
    fn other_systems_get_a_command() {
        assert!(command_to_type(System::Dnf, Purpose::Run).contains("alsa-lib-devel"));
        assert!(!command_to_type(System::Dnf, Purpose::Run).contains("vulkan"));
        assert!(command_to_type(System::Pacman, Purpose::Test).contains("vulkan-swrast"));
        assert!(command_to_type(System::Apt, Purpose::Run).contains("libasound2-dev"));
    }
}
