-- scenec for Neovim 0.7 and newer: put this file into ~/.config/nvim/plugin/ (or `:luafile` it).
if vim.filetype and vim.filetype.add then
  vim.filetype.add({ extension = { scene = 'swift' } })
else
  vim.cmd('autocmd BufRead,BufNewFile *.scene setfiletype swift')
end

local function root(file)
  local folder = vim.fn.fnamemodify(file, ':p:h')
  for _, mark in ipairs({ 'scenec.json', 'Package.swift', '.git' }) do
    local found = vim.fn.findfile(mark, folder .. ';')
    if found == '' then found = vim.fn.finddir(mark, folder .. ';') end
    if found ~= '' then return vim.fn.fnamemodify(found, ':p'):gsub('/$', ''):match('(.*)/') end
  end
  return folder
end

local clients = {}

local function attach(buffer)
  local folder = root(vim.api.nvim_buf_get_name(buffer))
  local id = clients[folder]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client({
      name = 'scenec',
      cmd = { vim.g.scenec_path or 'scenec', 'lsp' },
      root_dir = folder,
      workspace_folders = { { uri = vim.uri_from_fname(folder), name = vim.fn.fnamemodify(folder, ':t') } },
    })
    clients[folder] = id
  end
  if id then vim.lsp.buf_attach_client(buffer, id) end
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = 'swift',
  callback = function(event) attach(event.buf or vim.api.nvim_get_current_buf()) end,
})
