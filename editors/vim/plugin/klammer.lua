-- Starts `klammer lsp` for Lisp and Scheme files in Neovim. Put the folder editors/vim on the runtime path:
--   vim.opt.runtimepath:append('/path/to/klammer/editors/vim')
-- vim.g.klammer_program names another program.

if vim.g.loaded_klammer or not vim.lsp.start then return end
vim.g.loaded_klammer = true

local function start(buffer)
  local program = vim.g.klammer_program or 'klammer'
  if vim.fn.executable(program) == 0 then return end
  local root = vim.fs.dirname(vim.api.nvim_buf_get_name(buffer))
  vim.lsp.start({ name = 'klammer', cmd = { program, 'lsp' }, root_dir = root }, { bufnr = buffer })
end

vim.filetype.add({ extension = { lisp = 'lisp', cl = 'lisp', scm = 'scheme' } })
vim.api.nvim_create_autocmd('FileType', {
  pattern = { 'lisp', 'scheme' },
  callback = function(event) start(event.buf) end,
})

-- Sends the lines of a form, or of a selection, to a terminal with a prompt.
vim.api.nvim_create_user_command('KlammerSend', function(range)
  local program = vim.g.klammer_program or 'klammer'
  local text = table.concat(vim.api.nvim_buf_get_lines(0, range.line1 - 1, range.line2, true), '\n') .. '\n'
  local buffer = vim.g.klammer_prompt
  if not (buffer and vim.api.nvim_buf_is_valid(buffer)) then
    vim.cmd('botright 12split | enew')
    vim.fn.termopen(program)
    buffer = vim.api.nvim_get_current_buf()
    vim.g.klammer_prompt = buffer
    vim.cmd('wincmd p')
  end
  vim.fn.chansend(vim.bo[buffer].channel, text)
end, { range = true })
