//! Access to the files of the process that a program may reach.
//!
//! **Invariant:** a path within a granted folder is opened relative to that folder, by a library that confines `..` and
//! symbolic links to it (`cap-std`; on Linux the kernel enforces it). So nothing that changes between a check and the
//! opening leads out.

#[cfg(feature = "sandbox")]
use std::ffi::OsString;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
#[cfg(feature = "sandbox")]
use std::path::Component;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(feature = "sandbox")]
use cap_std::ambient_authority;
#[cfg(feature = "sandbox")]
use cap_std::fs::Dir;

use super::Names;

/// The files that are granted for one purpose.
#[derive(Debug, Default)]
pub(super) enum Access {
    #[default]
    None,
    All,
    #[cfg(feature = "sandbox")]
    Within(Vec<Grant>),
}

/// A folder, or one file in it.
#[cfg(feature = "sandbox")]
#[derive(Debug)]
pub(super) struct Grant {
    /// Names of the grant: as it was given, and with symbolic links followed.
    names: [PathBuf; 2],
    folder: Dir,
    only: Option<OsString>,
    /// It was not there when it was granted, and may become a file or a folder.
    is_open: bool,
}

/// A new text in a file beside the one that it will replace.
#[derive(Debug)]
pub(super) struct Draft {
    file: PathBuf,
    beside: PathBuf,
}

/// Drafts that have been begun in this process: their names differ.
static DRAFTS: AtomicUsize = AtomicUsize::new(0);

/// The files that may be written, and their new texts that have not taken the place of the old ones.
#[derive(Debug, Default)]
pub(super) struct Drafts {
    pub access: Access,
    begun: Vec<(PathBuf, Draft)>,
}

impl Drafts {
    pub fn of(access: Access) -> Drafts {
        Drafts { access, begun: Vec::new() }
    }

    /// The new text of a file, if one has been begun.
    pub fn of_file(&self, path: &Path) -> Option<&Draft> {
        self.begun.iter().find(|(begun, _)| begun == path).map(|(_, draft)| draft)
    }

    /// Begins a new text for a file, which is emptied if it cannot keep the old one until then.
    pub fn begin(&mut self, path: &Path) -> io::Result<()> {
        self.finish(path, false)?;
        let Some(place) = self.access.find(path) else { return Err(ErrorKind::PermissionDenied.into()) };
        match place.draft()? {
            Some(draft) => self.begun.push((path.to_path_buf(), draft)),
            None => place.write_in_place("")?,
        }
        Ok(())
    }

    /// Ends the new text of a file, if one has been begun.
    pub fn finish(&mut self, path: &Path, keep: bool) -> io::Result<()> {
        let Some(number) = self.begun.iter().position(|(begun, _)| begun == path) else { return Ok(()) };
        let (path, draft) = self.begun.swap_remove(number);
        self.access.find(&path).map_or(Ok(()), |place| place.finish(&draft, keep))
    }
}

/// Texts that have been begun and not finished are dropped.
impl Drop for Drafts {
    fn drop(&mut self) {
        while let Some((path, _)) = self.begun.last() {
            // The old text stays, whatever happens to the new one.
            let _ = self.finish(&path.clone(), false);
        }
    }
}

/// Names that are tried for a draft.
const MAX_TRIES: usize = 100;

/// The purpose of opening a file.
#[derive(Clone, Copy)]
enum Purpose {
    /// Whether it can be written.
    Look,
    Append,
    Create,
    Replace,
}

/// Place of a file that may be reached.
pub(super) enum FileLocation<'a> {
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

    /// Returns the place of the file, or `None` if it may not be reached.
    pub fn find<'a>(&'a self, path: &'a Path) -> Option<FileLocation<'a>> {
        match self {
            Access::None => None,
            Access::All => Some(FileLocation::Anywhere(path)),
            #[cfg(feature = "sandbox")]
            Access::Within(grants) => {
                let path = plain(path).ok()?;
                grants.iter().find_map(|grant| grant.find(&path))
            }
        }
    }
}

/// From the root, without `.` and `..`. A `..` after a symbolic link removes the link and not its target. The path may
/// reach another file than without a sandbox, but always a granted one.
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

    /// Grants a file that is not there, in a folder that is.
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

    fn find(&self, path: &Path) -> Option<FileLocation<'_>> {
        let rest = self.names.iter().find_map(|name| path.strip_prefix(name).ok())?;
        let place = match &self.only {
            Some(file) if rest.as_os_str().is_empty() => PathBuf::from(file),
            Some(folder) if self.is_open => Path::new(folder).join(rest),
            Some(_) => return None,
            None if rest.as_os_str().is_empty() => PathBuf::from("."),
            None => rest.to_path_buf(),
        };
        Some(FileLocation::Within(&self.folder, place))
    }
}

impl FileLocation<'_> {
    pub fn open(&self) -> io::Result<Box<dyn Read>> {
        self.refuse_named_pipe()?;
        Ok(match self {
            FileLocation::Anywhere(path) => Box::new(File::open(path)?),
            #[cfg(feature = "sandbox")]
            FileLocation::Within(folder, path) => Box::new(folder.open(path).map_err(led_out)?),
        })
    }

    /// Gives the file this text. An existing file keeps its old text until the new one is completely on the disk.
    /// Neither a full disk nor the end of the process leaves half of it.
    pub fn write(&self, text: &str) -> io::Result<()> {
        match self.draft()? {
            Some(draft) => {
                let written = self.append(Some(&draft), text);
                let finished = self.finish(&draft, written.is_ok());
                written.and(finished)
            }
            None => self.write_in_place(text),
        }
    }

    fn write_in_place(&self, text: &str) -> io::Result<()> {
        self.open_for(self.path(), Purpose::Replace)?.write_all(text.as_bytes())
    }

    /// Begins a new text beside a file that there is. `None` for files written in place: new files, devices and pipes,
    /// files with several names, and files in a folder that is not writable or has another owner.
    pub fn draft(&self) -> io::Result<Option<Draft>> {
        self.refuse_named_pipe()?;
        // `/dev/stdout` may lead to an ordinary file, which is open.
        if ["/dev", "/proc"].iter().any(|folder| self.path().starts_with(folder)) {
            return Ok(None);
        }
        let Ok(file) = self.real_path() else { return Ok(None) };
        let old = self.open_for(&file, Purpose::Look)?.metadata()?;
        if !old.is_file() || has_other_names(&old) {
            return Ok(None);
        }
        for _ in 0..MAX_TRIES {
            let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
            let beside = file.with_file_name(format!(".klammer-{}-{number}.tmp", std::process::id()));
            match self.open_for(&beside, Purpose::Create) {
                Ok(new) => {
                    let draft = Draft { file, beside };
                    if keep_owner(&new, &old).and_then(|()| new.set_permissions(old.permissions())).is_err() {
                        self.finish(&draft, false)?;
                        return Ok(None);
                    }
                    return Ok(Some(draft));
                }
                Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
                Err(_) => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Puts a new text in the place of the old one, or drops it.
    pub fn finish(&self, draft: &Draft, keep: bool) -> io::Result<()> {
        let kept = if keep { self.rename(draft) } else { Ok(()) };
        if !keep || kept.is_err() {
            self.at(&draft.beside).remove_file()?;
        }
        kept
    }

    fn rename(&self, draft: &Draft) -> io::Result<()> {
        self.open_for(&draft.beside, Purpose::Append)?.sync_all()?;
        match self {
            FileLocation::Anywhere(_) => std::fs::rename(&draft.beside, &draft.file),
            #[cfg(feature = "sandbox")]
            FileLocation::Within(folder, _) => folder.rename(&draft.beside, folder, &draft.file).map_err(led_out),
        }
    }

    /// Adds text at the end of the file, or of the new text that has been begun for it.
    pub fn append(&self, draft: Option<&Draft>, text: &str) -> io::Result<()> {
        self.refuse_named_pipe()?;
        let path = draft.map_or(self.path(), |draft| &draft.beside);
        self.open_for(path, Purpose::Append)?.write_all(text.as_bytes())
    }

    fn path(&self) -> &Path {
        match self {
            FileLocation::Anywhere(path) => path,
            #[cfg(feature = "sandbox")]
            FileLocation::Within(_, path) => path,
        }
    }

    /// Another file of the same folder.
    fn at<'p>(&'p self, path: &'p Path) -> FileLocation<'p> {
        match self {
            FileLocation::Anywhere(_) => FileLocation::Anywhere(path),
            #[cfg(feature = "sandbox")]
            FileLocation::Within(folder, _) => FileLocation::Within(folder, path.to_path_buf()),
        }
    }

    /// The file that symbolic links lead to.
    fn real_path(&self) -> io::Result<PathBuf> {
        match self {
            FileLocation::Anywhere(path) => path.canonicalize(),
            #[cfg(feature = "sandbox")]
            FileLocation::Within(folder, path) => folder.canonicalize(path).map_err(led_out),
        }
    }

    fn open_for(&self, path: &Path, purpose: Purpose) -> io::Result<File> {
        macro_rules! options {
            ($options:expr) => {{
                let mut options = $options;
                match purpose {
                    Purpose::Look => options.write(true),
                    Purpose::Append => options.append(true).create(true),
                    Purpose::Create => options.write(true).create_new(true),
                    Purpose::Replace => options.write(true).create(true).truncate(true),
                };
                options
            }};
        }
        match self {
            FileLocation::Anywhere(_) => options!(OpenOptions::new()).open(path),
            #[cfg(feature = "sandbox")]
            FileLocation::Within(folder, _) => {
                let file = folder.open_with(path, &options!(cap_std::fs::OpenOptions::new())).map_err(led_out)?;
                Ok(file.into_std())
            }
        }
    }

    pub fn remove_file(&self) -> io::Result<()> {
        match self {
            FileLocation::Anywhere(path) => std::fs::remove_file(path),
            #[cfg(feature = "sandbox")]
            FileLocation::Within(folder, path) => folder.remove_file(path).map_err(led_out),
        }
    }

    pub fn make_directory(&self) -> io::Result<()> {
        match self {
            FileLocation::Anywhere(path) => std::fs::create_dir(path),
            #[cfg(feature = "sandbox")]
            FileLocation::Within(folder, path) => folder.create_dir(path).map_err(led_out),
        }
    }

    pub fn remove_directory(&self) -> io::Result<()> {
        match self {
            FileLocation::Anywhere(path) => std::fs::remove_dir(path),
            #[cfg(feature = "sandbox")]
            FileLocation::Within(folder, path) => folder.remove_dir(path).map_err(led_out),
        }
    }

    /// Returns the names in the folder. A part of a name that is not UTF-8 is shown as `\u{fffd}`.
    pub fn list(&self) -> io::Result<Names> {
        Ok(match self {
            FileLocation::Anywhere(path) => {
                Box::new(std::fs::read_dir(path)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())))
            }
            #[cfg(feature = "sandbox")]
            FileLocation::Within(folder, path) => {
                let entries = folder.read_dir(path).map_err(led_out)?;
                Box::new(entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())))
            }
        })
    }

    pub fn exists(&self) -> io::Result<bool> {
        match self {
            FileLocation::Anywhere(path) => std::fs::exists(path),
            #[cfg(feature = "sandbox")]
            FileLocation::Within(folder, path) => folder.try_exists(path).map_err(led_out),
        }
    }

    pub fn is_directory(&self) -> io::Result<bool> {
        let found = match self {
            FileLocation::Anywhere(path) => std::fs::metadata(path).map(|m| m.is_dir()),
            #[cfg(feature = "sandbox")]
            FileLocation::Within(folder, path) => folder.metadata(path).map(|m| m.is_dir()).map_err(led_out),
        };
        match found {
            Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(false),
            found => found,
        }
    }

    /// Opening a pipe that has a name waits until its other end is opened, and no limit ends that. One without a name
    /// is open already: shells make such arguments.
    fn refuse_named_pipe(&self) -> io::Result<()> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::FileTypeExt;
            let (is_pipe, path) = match self {
                FileLocation::Anywhere(path) => {
                    let is_pipe = std::fs::metadata(path).is_ok_and(|m| m.file_type().is_fifo());
                    (is_pipe && path.canonicalize().is_ok(), *path)
                }
                #[cfg(feature = "sandbox")]
                FileLocation::Within(folder, path) => {
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

/// Returns whether a file has several names, of which a new file would take only one.
fn has_other_names(_old: &Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::nlink(_old) > 1;
    #[cfg(not(unix))]
    false
}

/// Gives a new file the owner and group of the old one.
fn keep_owner(_new: &File, _old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let new = _new.metadata()?;
        if (new.uid(), new.gid()) != (_old.uid(), _old.gid()) {
            fchown(_new, Some(_old.uid()), Some(_old.gid()))?;
        }
    }
    Ok(())
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
