//! Which files of the process a program may reach, and reaching them.
//!
//! **Invariant:** what lies within a granted folder is opened relative to that folder, by a library that follows `..`
//! and symbolic links only inside of it (`cap-std`; on Linux the system itself sees to that). So nothing that changes
//! between a check and the opening leads out.

#[cfg(feature = "sandbox")]
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
#[cfg(feature = "sandbox")]
use std::path::{Component, PathBuf};

#[cfg(feature = "sandbox")]
use cap_std::ambient_authority;
#[cfg(feature = "sandbox")]
use cap_std::fs::Dir;

use super::Names;

/// The files that are granted for one purpose.
#[derive(Debug)]
pub(super) enum Access {
    None,
    All,
    #[cfg(feature = "sandbox")]
    Within(Vec<Grant>),
}

/// A folder, or one file in it.
#[cfg(feature = "sandbox")]
#[derive(Debug)]
pub(super) struct Grant {
    /// What it is called: as it was granted, and what that is when symbolic links are followed.
    names: [PathBuf; 2],
    folder: Dir,
    only: Option<OsString>,
    /// It was not there when it was granted, and may become a file or a folder.
    is_open: bool,
}

/// Where a file lies that may be reached.
pub(super) enum Place<'a> {
    Anywhere(&'a Path),
    #[cfg(feature = "sandbox")]
    Within(&'a Dir, PathBuf),
}

impl Access {
    pub fn all_or_none(all: bool) -> Access {
        if all { Access::All } else { Access::None }
    }

    /// Grants a folder with all that is in it, or one file, beside what is granted already. What is to be written need
    /// not be there yet.
    #[cfg(feature = "sandbox")]
    pub fn add(&mut self, path: &Path, is_written: bool) -> io::Result<()> {
        let grant = match Grant::new(path) {
            Err(e) if e.kind() == ErrorKind::NotFound && is_written => Grant::of_missing(path)?,
            grant => grant?,
        };
        match self {
            Access::All => {}
            Access::None => *self = Access::Within(vec![grant]),
            Access::Within(grants) => grants.push(grant),
        }
        Ok(())
    }

    /// Where the file is, or nothing if it may not be reached.
    pub fn find<'a>(&'a self, path: &'a Path) -> Option<Place<'a>> {
        match self {
            Access::None => None,
            Access::All => Some(Place::Anywhere(path)),
            #[cfg(feature = "sandbox")]
            Access::Within(grants) => {
                let path = plain(path).ok()?;
                grants.iter().find_map(|grant| grant.find(&path))
            }
        }
    }
}

/// From the root, without `.` and `..`. A `..` behind a symbolic link takes back the link, not what it leads to: what
/// is reached may be another file than without a sandbox, but it is a granted one.
#[cfg(feature = "sandbox")]
fn plain(path: &Path) -> io::Result<PathBuf> {
    let mut plain = PathBuf::new();
    for part in std::path::absolute(path)?.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    Ok(plain)
}

#[cfg(feature = "sandbox")]
impl Grant {
    fn new(path: &Path) -> io::Result<Grant> {
        let real = path.canonicalize()?;
        let (folder, only) = match (real.is_dir(), real.parent(), real.file_name()) {
            (false, Some(folder), Some(name)) => (folder, Some(name.to_os_string())),
            _ => (real.as_path(), None),
        };
        let folder = Dir::open_ambient_dir(folder, ambient_authority())?;
        Ok(Grant { names: [plain(path)?, real], folder, only, is_open: false })
    }

    /// What is not there, in a folder that is.
    fn of_missing(path: &Path) -> io::Result<Grant> {
        let path = plain(path)?;
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(ErrorKind::NotFound.into());
        };
        let real = folder.canonicalize()?;
        let folder = Dir::open_ambient_dir(&real, ambient_authority())?;
        let (real, only) = (real.join(name), Some(name.to_os_string()));
        Ok(Grant { names: [path, real], folder, only, is_open: true })
    }

    fn find(&self, path: &Path) -> Option<Place<'_>> {
        let rest = self.names.iter().find_map(|name| path.strip_prefix(name).ok())?;
        let place = match &self.only {
            Some(file) if rest.as_os_str().is_empty() => PathBuf::from(file),
            Some(folder) if self.is_open => Path::new(folder).join(rest),
            Some(_) => return None,
            None if rest.as_os_str().is_empty() => PathBuf::from("."),
            None => rest.to_path_buf(),
        };
        Some(Place::Within(&self.folder, place))
    }
}

impl Place<'_> {
    pub fn open(&self) -> io::Result<Box<dyn Read>> {
        self.refuse_named_pipe()?;
        Ok(match self {
            Place::Anywhere(path) => Box::new(File::open(path)?),
            #[cfg(feature = "sandbox")]
            Place::Within(folder, path) => Box::new(folder.open(path).map_err(led_out)?),
        })
    }

    pub fn write(&self, text: &str) -> io::Result<()> {
        self.refuse_named_pipe()?;
        match self {
            Place::Anywhere(path) => std::fs::write(path, text),
            #[cfg(feature = "sandbox")]
            Place::Within(folder, path) => folder.write(path, text).map_err(led_out),
        }
    }

    pub fn append(&self, text: &str) -> io::Result<()> {
        self.refuse_named_pipe()?;
        match self {
            Place::Anywhere(path) => {
                OpenOptions::new().append(true).create(true).open(path)?.write_all(text.as_bytes())
            }
            #[cfg(feature = "sandbox")]
            Place::Within(folder, path) => {
                let mut options = cap_std::fs::OpenOptions::new();
                options.append(true).create(true);
                folder.open_with(path, &options).map_err(led_out)?.write_all(text.as_bytes())
            }
        }
    }

    pub fn remove_file(&self) -> io::Result<()> {
        match self {
            Place::Anywhere(path) => std::fs::remove_file(path),
            #[cfg(feature = "sandbox")]
            Place::Within(folder, path) => folder.remove_file(path).map_err(led_out),
        }
    }

    pub fn make_directory(&self) -> io::Result<()> {
        match self {
            Place::Anywhere(path) => std::fs::create_dir(path),
            #[cfg(feature = "sandbox")]
            Place::Within(folder, path) => folder.create_dir(path).map_err(led_out),
        }
    }

    pub fn remove_directory(&self) -> io::Result<()> {
        match self {
            Place::Anywhere(path) => std::fs::remove_dir(path),
            #[cfg(feature = "sandbox")]
            Place::Within(folder, path) => folder.remove_dir(path).map_err(led_out),
        }
    }

    /// What is not UTF-8 in a name is shown as `\u{fffd}`.
    pub fn list(&self) -> io::Result<Names> {
        Ok(match self {
            Place::Anywhere(path) => {
                Box::new(std::fs::read_dir(path)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())))
            }
            #[cfg(feature = "sandbox")]
            Place::Within(folder, path) => {
                let entries = folder.read_dir(path).map_err(led_out)?;
                Box::new(entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())))
            }
        })
    }

    pub fn exists(&self) -> io::Result<bool> {
        match self {
            Place::Anywhere(path) => std::fs::exists(path),
            #[cfg(feature = "sandbox")]
            Place::Within(folder, path) => folder.try_exists(path).map_err(led_out),
        }
    }

    pub fn is_directory(&self) -> io::Result<bool> {
        let found = match self {
            Place::Anywhere(path) => std::fs::metadata(path).map(|m| m.is_dir()),
            #[cfg(feature = "sandbox")]
            Place::Within(folder, path) => folder.metadata(path).map(|m| m.is_dir()).map_err(led_out),
        };
        match found {
            Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(false),
            found => found,
        }
    }

    /// Opening a pipe that has a name waits for whoever opens its other end, and no limit ends that. One without a name
    /// is open already: shells make such arguments.
    fn refuse_named_pipe(&self) -> io::Result<()> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::FileTypeExt;
            let (is_pipe, path) = match self {
                Place::Anywhere(path) => {
                    let is_pipe = std::fs::metadata(path).is_ok_and(|m| m.file_type().is_fifo());
                    (is_pipe && path.canonicalize().is_ok(), *path)
                }
                #[cfg(feature = "sandbox")]
                Place::Within(folder, path) => {
                    use cap_std::fs::FileTypeExt;
                    (folder.metadata(path).is_ok_and(|m| m.file_type().is_fifo()), path.as_path())
                }
            };
            if is_pipe {
                let path = path.display();
                let message = format!("{path} is a named pipe, which could have the program wait for ever");
                return Err(io::Error::new(ErrorKind::Unsupported, message));
            }
        }
        Ok(())
    }
}

/// The error that a path leads out of its folder says so.
#[cfg(feature = "sandbox")]
fn led_out(error: io::Error) -> io::Error {
    if error.kind() == ErrorKind::PermissionDenied && error.raw_os_error().is_none() {
        let message = "the path leads out of the folder that the host has granted";
        return io::Error::new(ErrorKind::PermissionDenied, message);
    }
    error
}
