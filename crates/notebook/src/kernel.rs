//! Jupyter's messaging protocol.
//!
//! The engine has a thread of its own, because evaluation blocks. The sockets are tasks of one asynchronous runtime:
//! requests go to the engine through a channel, replies and output come back through two others. The control socket
//! stays free, so an interrupt arrives while a cell runs.
//!
//! Source: <https://jupyter-client.readthedocs.io/en/latest/messaging.html>.

use std::collections::HashMap;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{fs, io, mem, thread};

use jupyter_protocol::media::{Media, MediaType};
use jupyter_protocol::{
    CodeMirrorMode, CommInfoReply, CompleteReply, ConnectionInfo, DisplayData, ErrorOutput, ExecuteInput, ExecuteReply,
    ExecuteRequest, ExecuteResult, ExecutionCount, HistoryReply, InputRequest, InspectReply, InterruptReply,
    IsCompleteReply, IsCompleteReplyStatus, JupyterMessage, JupyterMessageContent, KernelInfoReply, LanguageInfo,
    ReplyError, ReplyStatus, ShutdownReply, Status, StreamContent,
};
use jupyter_zmq_client::RuntimeError;
use jupyter_zmq_client::connection::{
    create_kernel_control_connection, create_kernel_heartbeat_connection, create_kernel_iopub_connection,
    create_kernel_shell_connection, create_kernel_stdin_connection,
};
use klammer::syntax::Completeness;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::Dialect;
use crate::{Display, Failure, Session, Stream};

/// Bytes of the engine's stack: code may be nested as deeply as on the main thread of `klammer`.
const STACK: usize = 8 << 20;

/// Time for the last messages.
const LAST_MESSAGES: Duration = Duration::from_millis(100);

/// The reason why a kernel did not start or ended.
#[derive(Debug, thiserror::Error)]
pub enum KernelError {
    /// The file with ports and key cannot be read.
    #[error("cannot read {path}: {source}")]
    ConnectionFile {
        /// Path of the file.
        path: String,
        /// The cause.
        source: io::Error,
    },
    /// The dialect's library does not load.
    #[error(transparent)]
    Engine(#[from] klammer::Error),
    /// A socket failed.
    #[error(transparent)]
    Socket(#[from] RuntimeError),
    /// The asynchronous runtime or the engine's thread does not start.
    #[error(transparent)]
    Start(#[from] io::Error),
}

/// Serves a notebook until it shuts the kernel down.
///
/// # Errors
/// If the connection file is unreadable, a port is taken, or a socket fails.
pub fn serve(dialect: Dialect, connection_file: &Path) -> Result<(), KernelError> {
    let unreadable = |source| KernelError::ConnectionFile { path: connection_file.display().to_string(), source };
    let text = fs::read_to_string(connection_file).map_err(unreadable)?;
    let info: ConnectionInfo = serde_json::from_str(&text).map_err(|error| unreadable(error.into()))?;
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(connected(dialect, &info))
}

/// The socket of a message.
#[derive(Clone, Copy)]
enum Socket {
    /// To all frontends: output, results, states.
    Publish,
    /// To the one that asked.
    Reply,
    /// Questions to the one that asked, for input.
    Ask,
}

/// Messages to send, in order.
type Outbox = UnboundedSender<(Socket, JupyterMessage)>;

async fn connected(dialect: Dialect, info: &ConnectionInfo) -> Result<(), KernelError> {
    let session = format!("klammer-{}", std::process::id());
    let mut heartbeat = create_kernel_heartbeat_connection(info).await?;
    let mut control = create_kernel_control_connection(info, &session).await?;
    let mut publish = create_kernel_iopub_connection(info, &session).await?;
    let (mut replies, mut requests) = create_kernel_shell_connection(info, &session).await?.split();
    let (mut questions, mut answers) = create_kernel_stdin_connection(info, &session).await?.split();

    let (outbox, mut to_send) = unbounded_channel::<(Socket, JupyterMessage)>();
    let (asked, to_evaluate) = channel();
    let (answered, to_read) = channel();
    let evaluator = Evaluator::new(dialect, outbox.clone(), to_evaluate, to_read)?;
    let interrupt = evaluator.session.interrupt();
    thread::Builder::new().name("engine".into()).stack_size(STACK).spawn(move || evaluator.run())?;

    let refused = answered.clone();
    tokio::spawn(async move {
        while let Some((socket, message)) = to_send.recv().await {
            let sent = match socket {
                Socket::Publish => publish.send(message).await,
                Socket::Reply => replies.send(message).await,
                Socket::Ask => {
                    // A frontend without the socket answers no question, but takes all else.
                    if let Err(error) = questions.send(message).await {
                        let _ = refused.send(Err(io::Error::other(format!("the frontend cannot be asked: {error}"))));
                    }
                    Ok(())
                }
            };
            if sent.is_err() {
                break;
            }
        }
    });
    tokio::spawn(async move { while heartbeat.single_heartbeat().await.is_ok() {} });
    tokio::spawn(async move {
        loop {
            match requests.read().await {
                Ok(request) => {
                    if asked.send(request).is_err() {
                        break;
                    }
                }
                // A message with a wrong signature or content is dropped, as the protocol demands.
                Err(RuntimeError::ZmqError(_)) => break,
                Err(_) => {}
            }
        }
    });
    tokio::spawn(async move {
        loop {
            let answer = match answers.read().await {
                Ok(JupyterMessage { content: JupyterMessageContent::InputReply(reply), .. }) => match reply.status {
                    ReplyStatus::Ok => Ok(reply.value),
                    _ => Err(io::Error::other("the frontend has refused to ask for input")),
                },
                Err(RuntimeError::ZmqError(_)) => break,
                Ok(_) | Err(_) => continue,
            };
            if answered.send(answer).is_err() {
                break;
            }
        }
    });
    // Ctrl-C in the terminal of the notebook's server reaches the kernel, too.
    tokio::spawn(async { while tokio::signal::ctrl_c().await.is_ok() {} });
    loop {
        let request = match control.read().await {
            Ok(request) => request,
            Err(error @ RuntimeError::ZmqError(_)) => return Err(error.into()),
            Err(_) => continue,
        };
        let send = |message| drop(outbox.send((Socket::Publish, message)));
        send(Status::busy().as_child_of(&request));
        let reply: Option<JupyterMessageContent> = match &request.content {
            JupyterMessageContent::KernelInfoRequest(_) => Some(kernel_info(dialect).into()),
            JupyterMessageContent::InterruptRequest(_) => {
                interrupt.interrupt();
                Some(InterruptReply::new().into())
            }
            JupyterMessageContent::ShutdownRequest(shutdown) => {
                interrupt.interrupt();
                Some(ShutdownReply { restart: shutdown.restart, ..ShutdownReply::default() }.into())
            }
            _ => None,
        };
        if let Some(reply) = reply {
            control.send(JupyterMessage::new(reply, Some(&request))).await?;
        }
        send(Status::idle().as_child_of(&request));
        if matches!(request.content, JupyterMessageContent::ShutdownRequest(_)) {
            // The last messages leave before the sockets close.
            tokio::time::sleep(LAST_MESSAGES).await;
            return Ok(());
        }
    }
}

/// Time after which a program that waits for input looks at interrupts.
const PATIENCE: Duration = Duration::from_millis(50);

/// The request whose cell is evaluated.
type Current = Arc<Mutex<Option<JupyterMessage>>>;

/// The input of programs, which a frontend asks its user for.
struct Input {
    current: Current,
    outbox: Outbox,
    answers: Receiver<io::Result<String>>,
    /// The cell that waits for the answer to a question: its request.
    asked: Option<String>,
}

impl Input {
    /// Returns the next line. Returns the error `WouldBlock` while the user has not answered.
    fn read(&mut self) -> io::Result<String> {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(request) = current else { return Ok(String::new()) };
        let is_allowed = matches!(&request.content, JupyterMessageContent::ExecuteRequest(cell) if cell.allow_stdin);
        if !is_allowed {
            let reason = "the notebook's frontend does not let this cell ask for input (allow_stdin is false)";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, reason));
        }
        if self.asked.as_ref() != Some(&request.header.msg_id) {
            // Nobody waits for answers to a cell that was interrupted.
            while self.answers.try_recv().is_ok() {}
            let question = InputRequest { prompt: String::new(), password: false };
            let _ = self.outbox.send((Socket::Ask, JupyterMessage::new(question, Some(&request))));
            self.asked = Some(request.header.msg_id);
        }
        match self.answers.recv_timeout(PATIENCE) {
            Ok(answer) => {
                self.asked = None;
                answer.map(|line| line + "\n")
            }
            Err(RecvTimeoutError::Timeout) => Err(io::ErrorKind::WouldBlock.into()),
            Err(RecvTimeoutError::Disconnected) => Ok(String::new()),
        }
    }
}

/// The engine's end of the kernel.
struct Evaluator {
    dialect: Dialect,
    session: Session,
    requests: Receiver<JupyterMessage>,
    /// Requests that had come when a cell failed, whose cells are aborted.
    queued: Vec<JupyterMessage>,
    outbox: Outbox,
    /// The request that output belongs to.
    current: Current,
    count: usize,
}

impl Evaluator {
    fn new(
        dialect: Dialect,
        outbox: Outbox,
        requests: Receiver<JupyterMessage>,
        answers: Receiver<io::Result<String>>,
    ) -> Result<Evaluator, klammer::Error> {
        let current = Current::default();
        let mut input = Input { current: Arc::clone(&current), outbox: outbox.clone(), answers, asked: None };
        let (sink, parent) = (outbox.clone(), Arc::clone(&current));
        let publish = move |stream, text: &str| {
            let content = match stream {
                Stream::Output => StreamContent::stdout(text),
                Stream::Errors => StreamContent::stderr(text),
            };
            let parent = parent.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = sink.send((Socket::Publish, JupyterMessage::new(content, parent.as_ref())));
        };
        let session = Session::new(dialect, publish, move || input.read())?;
        Ok(Evaluator { dialect, session, requests, queued: Vec::new(), outbox, current, count: 0 })
    }

    /// Answers requests until the kernel ends.
    fn run(mut self) {
        while let Ok(request) = self.requests.recv() {
            self.answer(&request);
            for next in mem::take(&mut self.queued) {
                match next.content {
                    JupyterMessageContent::ExecuteRequest(_) => {
                        let aborted = ExecuteReply { status: ReplyStatus::Aborted, ..ExecuteReply::default() };
                        self.send(Socket::Publish, Status::busy(), &next);
                        self.send(Socket::Reply, aborted, &next);
                        self.send(Socket::Publish, Status::idle(), &next);
                    }
                    _ => self.answer(&next),
                }
            }
        }
    }

    /// Sends a message about a request. An error means that the kernel is about to end.
    fn send(&self, socket: Socket, content: impl Into<JupyterMessageContent>, request: &JupyterMessage) {
        let _ = self.outbox.send((socket, JupyterMessage::new(content, Some(request))));
    }

    /// Answers a request.
    fn answer(&mut self, request: &JupyterMessage) {
        self.send(Socket::Publish, Status::busy(), request);
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Some(request.clone());
        let reply: Option<JupyterMessageContent> = match &request.content {
            JupyterMessageContent::ExecuteRequest(cell) => {
                let reply = self.execute(request, cell);
                if reply.status != ReplyStatus::Ok && cell.stop_on_error {
                    // Before the reply: what comes after it was sent in knowledge of the error.
                    self.queued.extend(self.requests.try_iter());
                }
                Some(reply.into())
            }
            JupyterMessageContent::KernelInfoRequest(_) => Some(kernel_info(self.dialect).into()),
            JupyterMessageContent::CompleteRequest(asked) => {
                let (start, matches) = self.session.complete(&asked.code, byte(&asked.code, asked.cursor_pos));
                let cursor_start = asked.code.get(..start).map_or(0, |before| before.chars().count());
                let reply =
                    CompleteReply { matches, cursor_start, cursor_end: asked.cursor_pos, ..CompleteReply::default() };
                Some(reply.into())
            }
            JupyterMessageContent::InspectRequest(asked) => {
                let found = self.session.document(&asked.code, byte(&asked.code, asked.cursor_pos));
                let data = found.map(|text| Media::from(MediaType::Plain(text)));
                Some(
                    InspectReply { found: data.is_some(), data: data.unwrap_or_default(), ..InspectReply::default() }
                        .into(),
                )
            }
            JupyterMessageContent::IsCompleteRequest(asked) => Some(is_complete(&asked.code).into()),
            JupyterMessageContent::HistoryRequest(_) => Some(HistoryReply::new(Vec::new()).into()),
            JupyterMessageContent::CommInfoRequest(_) => Some(CommInfoReply::default().into()),
            // Messages of widgets have no answer.
            _ => None,
        };
        if let Some(reply) = reply {
            self.send(Socket::Reply, reply, request);
        }
        self.send(Socket::Publish, Status::idle(), request);
    }

    /// Evaluates a cell and publishes what it shows.
    fn execute(&mut self, request: &JupyterMessage, cell: &ExecuteRequest) -> ExecuteReply {
        if cell.store_history && !cell.silent {
            self.count += 1;
        }
        let count = ExecutionCount::new(self.count);
        if !cell.silent {
            let input = ExecuteInput { code: cell.code.clone(), execution_count: count };
            self.send(Socket::Publish, input, request);
        }
        // An interrupt that came too late for the last cell is not for this one.
        self.session.interrupt().clear();
        match self.session.execute(&cell.code) {
            Ok(shown) => {
                let last = shown.len().saturating_sub(1);
                for (index, display) in shown.into_iter().enumerate().filter(|_| !cell.silent) {
                    let data = media(display);
                    if index == last {
                        self.send(Socket::Publish, ExecuteResult::new(count, data), request);
                    } else {
                        self.send(Socket::Publish, DisplayData::new(data), request);
                    }
                }
                // The protocol demands an object, also without expressions.
                ExecuteReply {
                    execution_count: count,
                    user_expressions: Some(HashMap::new()),
                    ..ExecuteReply::default()
                }
            }
            Err(Failure { code, message, report }) => {
                let traceback: Vec<String> = report.lines().map(str::to_string).collect();
                let output = ErrorOutput { ename: code.clone(), evalue: message.clone(), traceback: traceback.clone() };
                self.send(Socket::Publish, output, request);
                let error = Some(Box::new(ReplyError { ename: code, evalue: message, traceback }));
                ExecuteReply { status: ReplyStatus::Error, execution_count: count, error, ..ExecuteReply::default() }
            }
        }
    }
}

/// Returns the offset in bytes of a position in characters.
fn byte(text: &str, characters: usize) -> usize {
    text.char_indices().nth(characters).map_or(text.len(), |(offset, _)| offset)
}

fn media(display: Display) -> Media {
    let mut all = vec![MediaType::Plain(display.text)];
    all.extend(display.svg.map(MediaType::Svg));
    all.extend(display.html.map(MediaType::Html));
    Media::new(all)
}

fn is_complete(cell: &str) -> IsCompleteReply {
    let (status, indent) = match Session::completeness(cell) {
        Completeness::Complete => (IsCompleteReplyStatus::Complete, ""),
        Completeness::Invalid => (IsCompleteReplyStatus::Invalid, ""),
        Completeness::Incomplete { .. } => (IsCompleteReplyStatus::Incomplete, "  "),
        _ => (IsCompleteReplyStatus::Unknown, ""),
    };
    IsCompleteReply::new(status, indent.to_string())
}

fn kernel_info(dialect: Dialect) -> KernelInfoReply {
    // Names by which editors and printers choose colours.
    let (mode, lexer) = match dialect {
        Dialect::Scheme => ("scheme", "scheme"),
        Dialect::Core | Dialect::CommonLisp => ("commonlisp", "common-lisp"),
    };
    let language_info = LanguageInfo {
        name: "klammer".to_string(),
        version: env!("CARGO_PKG_VERSION").to_string(),
        mimetype: Some("text/x-common-lisp".to_string()),
        file_extension: Some(".lisp".to_string()),
        pygments_lexer: Some(lexer.to_string()),
        codemirror_mode: Some(CodeMirrorMode::Simple(mode.to_string())),
        nbconvert_exporter: None,
    };
    KernelInfoReply {
        status: ReplyStatus::Ok,
        protocol_version: "5.3".to_string(),
        implementation: "klammer".to_string(),
        implementation_version: env!("CARGO_PKG_VERSION").to_string(),
        language_info,
        banner: format!("Klammer {}: {}", env!("CARGO_PKG_VERSION"), dialect.name()),
        help_links: Vec::new(),
        debugger: false,
        error: None,
    }
}
