-- Repairs a value in a file of each format and saves it, as a user of Neovim does with the configuration of
-- docs/other-editors.md, which $SNIPPET has.
local checks = dofile(vim.env.CHECKS)

-- What is underlined as an error, with its code.
local function underlined()
  return vim.tbl_map(function(each)
    local line = vim.api.nvim_buf_get_lines(0, each.lnum, each.lnum + 1, false)[1]
    return { line:sub(each.col + 1, each.end_col), each.code }
  end, vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR }))
end

local function hoverAtCursor()
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/hover', vim.lsp.util.make_position_params(0, 'utf-16'), 20000)
  local _, answer = next(answers or {})
  return vim.inspect(answer and answer.result)
end

local function repair(file, filetype, value)
  local function named(what)
    return file .. ': ' .. what
  end
  vim.cmd('edit ' .. file)
  checks.same(named('it has its type'), filetype, vim.bo.filetype)
  local expected = { { value, 'sh:datatype' } }
  checks.waitFor(function()
    return vim.deep_equal(expected, underlined())
  end)
  checks.same(named('the value is underlined'), expected, underlined())
  local found = vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR })[1]
  if not found then
    return
  end
  vim.api.nvim_win_set_cursor(0, { found.lnum + 1, found.col + 1 })
  local hover = hoverAtCursor()
  checks.check(named('the hover says what is wrong'), hover:find('xsd:integer', 1, true) ~= nil, hover)
  checks.takeCodeAction(function(action)
    return action.kind == 'quickfix' and action.isPreferred == true
  end)
  checks.waitFor(function()
    return #underlined() == 0 and vim.bo.modified
  end)
  checks.same(named('nothing is underlined after the repair'), {}, underlined())
  vim.cmd('write')
  checks.check(named('it is saved'), not vim.bo.modified)
end

checks.run(function()
  vim.cmd('luafile ' .. vim.env.SNIPPET)
  repair('data.jsonld', 'json.jsonld', '"12"')
  repair('data.rdf', 'xml.rdf', '12')
  repair('data.trig', 'trig', '"12"')
  repair('data.nt', 'ntriples', '"12"')
end)
