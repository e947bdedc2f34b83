-- Edits files in Neovim as a user does, with the configuration of docs/other-editors.md, which $SNIPPET has, and looks
-- at diagnostics and quick fixes.
local checks = dofile(vim.env.CHECKS)
local check = checks.check

-- All but hints: some come later than the others.
local function shown(buffer)
  local list = vim.tbl_map(function(each)
    local level = vim.diagnostic.severity[each.severity]
    return string.format('%d:%d %s %s', each.lnum, each.col, level, tostring(each.code))
  end, vim.diagnostic.get(buffer or 0, { severity = { min = vim.diagnostic.severity.INFO } }))
  table.sort(list)
  return list
end

-- Waits until exactly these diagnostics are on show, and stay for a moment.
local function expect(name, expected, buffer)
  local function isIt()
    return vim.deep_equal(shown(buffer), expected)
  end
  checks.waitFor(isIt)
  vim.wait(600, function()
    return not isIt()
  end, 20)
  check(name, isIt(), { expected = expected, shown = shown(buffer), messages = vim.tbl_map(function(each)
    return each.message
  end, vim.diagnostic.get(buffer or 0)) })
end

local function lines(from, to, new)
  vim.api.nvim_buf_set_lines(0, from, to, false, new)
end

-- Writes a file in another process, which tells Neovim nothing.
local function writeElsewhere(file, other, how)
  local script = how == 'rename'
      and 'const fs = require("fs"); fs.copyFileSync(process.argv[2], "new"); fs.renameSync("new", process.argv[1])'
    or 'const fs = require("fs"); fs.writeFileSync(process.argv[1], fs.readFileSync(process.argv[2]))'
  vim.fn.system({ vim.env.NODE, '-e', script, file, other })
  assert(vim.v.shell_error == 0, 'the other process failed')
end

local function scenario()
  vim.cmd('edit data.ttl')
  local typeBefore = vim.bo.filetype
  if vim.fn.has('nvim-0.8') == 0 then
    check('a file that starts with a comment is Tera Term without the configuration', typeBefore == 'teraterm', typeBefore)
  end
  vim.cmd('bwipeout')
  vim.cmd('luafile ' .. vim.env.SNIPPET)
  vim.cmd('edit data.ttl')
  check('it is Turtle with the configuration', vim.bo.filetype == 'turtle', vim.bo.filetype)

  local unlinked = { '0:0 INFO unlinked' }
  expect('one information says that no shapes are linked', unlinked)
  lines(-1, -1, { '# the end' })
  expect('it stays one after an edit', unlinked)

  lines(0, 1, { '# shapes: shapes.ttl' })
  expect('it goes when shapes are linked, and violations come', { '2:28 ERROR sh:datatype' })
  vim.cmd('split other.ttl')
  expect('another file has an information of its own', unlinked)
  vim.cmd('close')

  writeElsewhere('shapes.ttl', 'stricter.ttl')
  expect('shapes that another process has changed are used', { '2:0 ERROR sh:minCount', '2:28 ERROR sh:datatype' })
  writeElsewhere('shapes.ttl', 'lenient.ttl', 'rename')
  expect('so are shapes that it has replaced', { '2:28 ERROR sh:datatype' })

  vim.api.nvim_win_set_cursor(0, { 3, 30 })
  local before = vim.api.nvim_buf_get_changedtick(0)
  checks.takeCodeAction(function(action)
    return action.kind == 'quickfix' and action.isPreferred == true
  end)
  checks.waitFor(function()
    return vim.api.nvim_buf_get_changedtick(0) > before
  end)
  expect('a code action repairs the data', {})
  vim.cmd('write')
  check('the data is saved', not vim.bo.modified)

  lines(0, 0, { '# context: missing.ttl' })
  expect('one information says that the file is undecided', { '0:0 INFO undecided', '0:11 ERROR link' })
  lines(0, 1, {})
  expect('it goes when the link does', {})

  lines(0, -1, { '<#a> <#b> <#c> .' })
  expect('no diagnostic is left behind when the whole text is replaced by a shorter one', unlinked)
end

checks.run(scenario)
