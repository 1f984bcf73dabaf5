;;; klammer-mode.el --- Editing Klammer's programs  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "29.1"))
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; A major mode with colours, indentation and a prompt, and an entry for eglot, which starts `klammer lsp'.
;; In the init file:
;;
;;   (add-to-list 'load-path "/path/to/klammer/editors/emacs")
;;   (require 'klammer-mode)
;;   (add-to-list 'auto-mode-alist '("\\.lisp\\'" . klammer-mode))
;;   (add-hook 'klammer-mode-hook #'eglot-ensure)

;;; Code:

(require 'lisp-mode)
(require 'comint)

(defgroup klammer nil "Editing Klammer's programs." :group 'languages)

(defcustom klammer-program "klammer" "The program klammer." :type 'string)

(defconst klammer-font-lock-keywords
  `((,(concat "(\\(def\\(?:proc\\|macro\\|method\\|record\\|test\\|un\\|var\\|ine[a-z-]*\\)\\)\\_>"
              "[ \t]*(?\\(\\(?:\\sw\\|\\s_\\)+\\)?")
     (1 font-lock-keyword-face)
     (2 font-lock-function-name-face nil t))
    (,(concat "(" (regexp-opt '("if" "cond" "case" "when" "unless" "and" "or" "let" "let*" "letrec" "lambda" "progn"
                                "begin" "setq" "set!" "do" "dolist" "dotimes" "dotable" "while" "until" "repeat" "block"
                                "return" "catch" "throw" "unwind-protect" "quote" "require" "provide" "receive" "assert")
                              t)
              "\\_>")
     (1 font-lock-keyword-face))
    ("\\_<:\\(?:\\sw\\|\\s_\\)+" . font-lock-builtin-face)
    (";\\(?:=>\\|!!\\|>>\\).*" (0 font-lock-doc-face t)))
  "Colours of Klammer's programs.")

(defvar klammer-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-x C-e") #'klammer-send-last-form)
    (define-key map (kbd "C-M-x") #'klammer-send-form)
    (define-key map (kbd "C-c C-l") #'klammer-load-file)
    (define-key map (kbd "C-c C-z") #'klammer-prompt)
    map))

;;;###autoload
(define-derived-mode klammer-mode prog-mode "Klammer"
  "Major mode for programs of Klammer.
\\{klammer-mode-map}"
  :syntax-table lisp-mode-syntax-table
  (setq-local comment-start "; ")
  (setq-local comment-start-skip ";+ *")
  (setq-local indent-tabs-mode nil)
  (setq-local lisp-indent-function #'klammer-indent)
  (setq-local indent-line-function #'lisp-indent-line)
  (setq-local font-lock-defaults '(klammer-font-lock-keywords nil nil (("+-*/.<>=!?$%_&:" . "w")))))

(defun klammer-indent (_point state)
  "Indent a line in a call by two columns, as the formatter does.
STATE is the parser's."
  (save-excursion
    (goto-char (1+ (elt state 1)))
    (if (looking-at "\\sw\\|\\s_") (+ 1 (current-column)) (current-column))))

(defun klammer-prompt ()
  "Show a prompt of Klammer, which is started if need be."
  (interactive)
  (let ((buffer (make-comint "klammer" klammer-program nil)))
    (display-buffer buffer)
    buffer))

(defun klammer--send (text)
  "Send TEXT to the prompt."
  (comint-send-string (get-buffer-process (klammer-prompt)) (concat text "\n")))

(defun klammer-send-last-form ()
  "Send the form before point to the prompt."
  (interactive)
  (klammer--send (buffer-substring-no-properties (save-excursion (backward-sexp) (point)) (point))))

(defun klammer-send-form ()
  "Send the form at top level around point to the prompt."
  (interactive)
  (save-excursion
    (end-of-defun)
    (let ((end (point)))
      (beginning-of-defun)
      (klammer--send (string-trim (buffer-substring-no-properties (point) end))))))

(defun klammer-load-file ()
  "Save the file and load it at the prompt."
  (interactive)
  (save-buffer)
  (klammer--send (concat ",load " (buffer-file-name))))

(defun klammer--server (&rest _)
  "Return the command of the language server."
  (list klammer-program "lsp"))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(klammer-mode . klammer--server)))

(provide 'klammer-mode)
;;; klammer-mode.el ends here
