-- Uses every feature of docs/language.md once: by the commands of Neovim where its client has them, and otherwise by
-- the request that a newer client or a plugin sends.
local checks = dofile(vim.env.CHECKS)
local check, same, waitFor = checks.check, checks.same, checks.waitFor
local util = vim.lsp.util

-- Where the `occurrence`-th place of a text is in the buffer: line and column, both 0-based.
local function placeOf(text, occurrence)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local from = 1
    while true do
      local start = line:find(text, from, true)
      if not start then
        break
      end
      occurrence = (occurrence or 1) - 1
      if occurrence == 0 then
        return number - 1, start - 1
      end
      from = start + 1
    end
  end
  error('there is no ' .. text)
end

-- Puts the cursor into a text, behind its prefix.
local function goTo(text, occurrence)
  local line, column = placeOf(text, occurrence)
  vim.api.nvim_win_set_cursor(0, { line + 1, column + 4 })
end

local function timesIn(text)
  local whole = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  local _, times = whole:gsub(vim.pesc(text), '')
  return times
end

local function lineText(line)
  return vim.api.nvim_buf_get_lines(0, line, line + 1, false)[1]
end

-- The answer of the server, nil for none.
local function ask(method, params)
  local answers, problem = vim.lsp.buf_request_sync(0, method, params, 20000)
  assert(answers, method .. ': ' .. tostring(problem))
  for _, answer in pairs(answers) do
    assert(not answer.error, method .. ': ' .. vim.inspect(answer.error))
    return answer.result
  end
end

local function here()
  return util.make_position_params(0, 'utf-16')
end

local function document(name)
  return { textDocument = { uri = name and vim.uri_from_fname(vim.fn.fnamemodify(name, ':p')) or vim.uri_from_bufnr(0) } }
end

local function sorted(list)
  table.sort(list)
  return list
end

local function places(locations)
  return sorted(vim.tbl_map(function(each)
    local file = vim.fn.fnamemodify(vim.uri_to_fname(each.uri), ':t')
    return file .. ':' .. (each.range.start.line + 1)
  end, locations or {}))
end

-- What a command of Neovim puts into the quickfix list.
local function listed(command)
  vim.fn.setqflist({})
  command()
  waitFor(function()
    return #vim.fn.getqflist() > 0
  end)
  local list = vim.tbl_map(function(each)
    return vim.fn.fnamemodify(vim.api.nvim_buf_get_name(each.bufnr), ':t') .. ':' .. each.lnum .. ' ' .. vim.trim(each.text)
  end, vim.fn.getqflist())
  vim.cmd('cclose')
  return sorted(list)
end

-- Runs a command that moves the cursor, and says where it is afterwards.
local function led(command)
  local before = vim.api.nvim_win_get_cursor(0)
  local buffer = vim.api.nvim_get_current_buf()
  command()
  waitFor(function()
    return vim.api.nvim_get_current_buf() ~= buffer or not vim.deep_equal(vim.api.nvim_win_get_cursor(0), before)
  end)
  return vim.fn.expand('%:t') .. ':' .. vim.api.nvim_win_get_cursor(0)[1]
end

local function backToData()
  vim.cmd('edit data.ttl')
end

-- Runs a command that changes the buffer, and waits for that.
local function changed(command)
  local before = vim.api.nvim_buf_get_changedtick(0)
  command()
  waitFor(function()
    return vim.api.nvim_buf_get_changedtick(0) > before
  end)
end

local function completions(prefix)
  local list = ask('textDocument/completion', here())
  return vim.tbl_filter(function(item)
    return vim.startswith(item.label, prefix)
  end, list.items)
end

local function reading()
  goTo('ex:Person')
  vim.lsp.buf.hover()
  local shown
  waitFor(function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        shown = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
        vim.api.nvim_win_close(window, true)
        return true
      end
    end
  end)
  check('hover tells what a class is', shown and shown:find('A human being.', 1, true) ~= nil, shown)

  goTo('ex:Person')
  same('definition leads to another file', 'shapes.ttl:10', led(vim.lsp.buf.definition))
  backToData()
  goTo('ex:bob', 2)
  same('type definition leads to the class of a node', 'shapes.ttl:10', led(vim.lsp.buf.type_definition))
  backToData()
  goTo('ex:ann')
  same('references are found in all files', { 'data.ttl:6', 'other.ttl:2' }, vim.tbl_map(function(each)
    return each:match('^%S+')
  end, listed(vim.lsp.buf.references)))
  vim.cmd('edit shapes.ttl')
  goTo('ex:PersonShape')
  same('implementation lists the nodes that a shape targets', { 'data.ttl:10', 'data.ttl:6' }, vim.tbl_map(function(each)
    return each:match('^%S+')
  end, listed(vim.lsp.buf.implementation)))
  -- Neovim goes to the first of the nodes.
  vim.cmd('edit shapes.ttl')
  local lenses = ask('textDocument/codeLens', document())
  local titles = vim.tbl_map(function(lens)
    return ask('codeLens/resolve', lens).command.title
  end, lenses)
  same('code lenses count focus nodes, results and constraints, and try the shapes', { '2 focus nodes', '2 results in data.ttl', '4 of 4 constraints used', 'Try On…' }, sorted(titles))
  backToData()

  same('document symbols have labels and types', {
    'data.ttl:10 [Object] ex:bob',
    'data.ttl:14 [Object] _:friend',
    'data.ttl:2 [Namespace] ex:',
    'data.ttl:3 [Namespace] rdfs:',
    'data.ttl:4 [Namespace] unused:',
    'data.ttl:6 [Object] ex:ann',
  }, listed(vim.lsp.buf.document_symbol))
  same('workspace symbols are found by label', { 'data.ttl:6 [Object] ex:ann Ann' }, listed(function()
    vim.lsp.buf.workspace_symbol('Ann')
  end))
  goTo('ex:bob', 2)
  same('incoming calls are links to a node', { 'data.ttl:8 ex:ann' }, listed(vim.lsp.buf.incoming_calls))
  goTo('ex:ann')
  -- Neovim shows the place of a call in the file that it leads to.
  same('outgoing calls are links from a node', { 'ex:Person', 'ex:bob' }, sorted(vim.tbl_map(function(each)
    return each:match('%S+$')
  end, listed(vim.lsp.buf.outgoing_calls))))

  goTo('_:friend')
  local highlights = ask('textDocument/documentHighlight', here())
  same('highlights tell writing from reading', { { 12, 2 }, { 14, 3 } }, vim.tbl_map(function(each)
    return { each.range.start.line + 1, each.kind }
  end, highlights))
  same('linked editing has the places of a label', 2, #ask('textDocument/linkedEditingRange', here()).ranges)

  local links = ask('textDocument/documentLink', document())
  same('links lead to files', 'shapes.ttl', vim.fn.fnamemodify(vim.uri_to_fname(links[1].target), ':t'))
  goTo('"Ann"')
  local line, column = placeOf('"Ann"')
  local selection = ask('textDocument/selectionRange', vim.tbl_extend('error', document(), { positions = { here().position } }))[1]
  same('selections grow from the text of a string', { line, column + 1, column + 4 }, {
    selection.range.start.line,
    selection.range.start.character,
    selection.range['end'].character,
  })
  same('selections grow to the string', { column, column + 5 }, {
    selection.parent.range.start.character,
    selection.parent.range['end'].character,
  })
  same('statements and declarations fold', { '1-3 imports', '5-7 ', '9-11 ' }, vim.tbl_map(function(each)
    return each.startLine .. '-' .. each.endLine .. ' ' .. (each.kind or '')
  end, ask('textDocument/foldingRange', document())))

  local client = vim.lsp.get_active_clients()[1]
  local legend = client.server_capabilities.semanticTokensProvider.legend.tokenTypes
  local tokens = ask('textDocument/semanticTokens/full', document()).data
  local kinds = {}
  for at = 4, #tokens, 5 do
    table.insert(kinds, legend[tokens[at] + 1])
  end
  same('semantic tokens tell prefixes, individuals and classes', { 'namespace', 'variable', 'namespace', 'class' }, vim.list_slice(kinds, 1, 4))

  local function configure(settings)
    client.config.settings = { shaclRepair = settings }
    client.notify('workspace/didChangeConfiguration', { settings = client.config.settings })
  end
  local function hints(kind, expected)
    configure({ inlayHints = { kind }, codeLens = { uses = 'definitions' } })
    local labels
    waitFor(function()
      labels = vim.tbl_map(function(each)
        return each.label
      end, ask('textDocument/inlayHint', vim.tbl_extend('error', document(), {
        range = { start = { line = 0, character = 0 }, ['end'] = { line = 20, character = 0 } },
      })))
      return vim.deep_equal(labels, expected)
    end)
    same('inlay hints have ' .. kind, expected, labels)
  end
  hints('datatypes', { 'integer', 'integer', 'integer' })
  hints('types', { '⇒ Agent', '⇒ Agent' })
  vim.cmd('edit shapes.ttl')
  local uses = vim.tbl_filter(function(lens)
    return lens.data.counts == 'uses'
  end, ask('textDocument/codeLens', document()))
  same('code lenses count the uses of classes', { 1, '3 uses' }, { #uses, ask('codeLens/resolve', uses[1]).command.title })
  backToData()
end

local function writing()
  goTo('ex:knows ex:bob .')
  local number = vim.api.nvim_win_get_cursor(0)[1]
  vim.api.nvim_buf_set_lines(0, number - 1, number - 1, false, { '  ex:' })
  vim.api.nvim_win_set_cursor(0, { number, 4 })
  vim.cmd('startinsert!')
  vim.api.nvim_win_set_cursor(0, { number, 5 })
  local suggested = completions('ex:name')
  check('completion has what shapes need', #suggested == 1 and vim.startswith(suggested[1].sortText, '0000'), suggested)
  util.apply_text_edits({ suggested[1].textEdit }, 0, 'utf-16')
  check('completion is inserted', vim.startswith(lineText(number - 1), '  ex:name'), lineText(number - 1))
  local resolved = ask('completionItem/resolve', suggested[1])
  check('completion is documented when asked', vim.inspect(resolved.documentation):find('http://example.org/name', 1, true) ~= nil, resolved)
  vim.cmd('stopinsert')
  vim.api.nvim_buf_set_lines(0, number - 1, number, false, { '  bibo' })
  vim.api.nvim_win_set_cursor(0, { number, 6 })
  local prefixes = completions('bibo:')
  check('completion declares prefixes that people use', #prefixes == 1 and prefixes[1].additionalTextEdits[1].newText:find(
    '<http://purl.org/ontology/bibo/>',
    1,
    true
  ) ~= nil, prefixes)
  vim.api.nvim_buf_set_lines(0, number - 1, number, false, { '  ex:name "Ann" ;' })

  goTo('ex:bob', 2)
  changed(function()
    vim.lsp.buf.rename('rob')
  end)
  same('rename changes the file', { 2, 0 }, { timesIn('ex:rob'), timesIn('ex:bob') })
  goTo('ex:ann')
  changed(function()
    vim.lsp.buf.rename('anna')
  end)
  local other = vim.fn.bufadd(vim.fn.fnamemodify('other.ttl', ':p'))
  vim.fn.bufload(other)
  same('rename changes other files', 'ex:carl ex:knows ex:anna .', vim.api.nvim_buf_get_lines(other, 1, 2, false)[1])

  local function tokensOf()
    return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), ' '):gsub('%s+', '')
  end
  local line = placeOf('ex:rob a')
  vim.api.nvim_buf_set_lines(0, line, line + 1, false, { 'ex:rob a   ex:Person;' })
  local annLine = placeOf('ex:anna a')
  local ann = 'ex:anna a   ex:Person;rdfs:label "Ann";'
  vim.api.nvim_buf_set_lines(0, annLine, annLine + 1, false, { ann })
  local before = tokensOf()
  changed(function()
    if vim.fn.has('nvim-0.8') == 1 then
      vim.lsp.buf.format({ range = { start = { line + 1, 0 }, ['end'] = { line + 2, 0 } } })
    else
      vim.lsp.buf.range_formatting({}, { line + 1, 0 }, { line + 2, 0 })
    end
  end)
  same('range formatting formats the statement', { 'ex:rob a ex:Person ;', ann }, { lineText(placeOf('ex:rob a')), lineText(annLine) })
  if vim.fn.has('nvim-0.8') == 1 then
    vim.lsp.buf.format()
  else
    vim.lsp.buf.formatting_sync({}, 20000)
  end
  same('formatting formats the file', 'ex:anna a ex:Person ;', lineText(annLine))
  same('formatting keeps the tokens', before, tokensOf())

  local last = vim.api.nvim_buf_line_count(0)
  vim.api.nvim_buf_set_lines(0, last, last, false, { 'ex:dan   a ex:Person .' })
  local onDot = ask('textDocument/onTypeFormatting', vim.tbl_extend('error', document(), {
    position = { line = last, character = #'ex:dan   a ex:Person .' },
    ch = '.',
    options = { tabSize = 2, insertSpaces = true },
  }))
  util.apply_text_edits(onDot, 0, 'utf-16')
  same('a typed dot formats its statement', 'ex:dan a ex:Person .', lineText(last))
  vim.api.nvim_buf_set_lines(0, last + 1, last + 1, false, { 'ex:dan foaf:' })
  local onColon = ask('textDocument/onTypeFormatting', vim.tbl_extend('error', document(), {
    position = { line = last + 1, character = #'ex:dan foaf:' },
    ch = ':',
    options = { tabSize = 2, insertSpaces = true },
  }))
  check('a typed colon declares a prefix that everyone uses', onColon[1].newText:find('foaf: <http://xmlns.com/foaf/0.1/>', 1, true) ~= nil, onColon)
  vim.api.nvim_buf_set_lines(0, last + 1, last + 2, false, {})

  local function rewrite(title)
    changed(function()
      checks.takeCodeAction(function(action)
        return action.title == title
      end, { 'refactor.rewrite' })
    end)
  end
  goTo('ex:knows')
  rewrite('Write as whole IRI')
  same('a code action writes a name as a whole IRI', 1, timesIn('<http://example.org/knows>'))
  goTo('<http://example.org/knows>')
  rewrite('Write as ex:knows')
  same('a code action writes a whole IRI as a name', 0, timesIn('<http://example.org/knows>'))

  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  changed(function()
    checks.takeCodeAction(function(action)
      return action.kind == 'source.organizeImports'
    end, { 'source.organizeImports' })
  end)
  same('Organize Prefixes removes what nothing uses', 0, timesIn('@prefix unused'))
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'ex:aaron a ex:Person . # first' })
  changed(function()
    checks.takeCodeAction(function(action)
      return action.kind == 'source.sortStatements'
    end, { 'source.sortStatements' })
  end)
  check('Sort Statements sorts by subject', placeOf('ex:aaron a ex:Person . # first') < placeOf('ex:anna a'), placeOf('ex:aaron'))

  local moved = vim.uri_from_fname(vim.fn.getcwd() .. '/shapes/people.ttl')
  local edit = ask('workspace/willRenameFiles', {
    files = { { oldUri = document('shapes.ttl').textDocument.uri, newUri = moved } },
  })
  util.apply_workspace_edit(edit, 'utf-16')
  same('links follow files that are moved', '# shapes: shapes/people.ttl', lineText(0))
end

checks.run(function()
  vim.cmd('luafile ' .. vim.env.SNIPPET)
  vim.opt.hidden = true
  vim.cmd('edit data.ttl')
  check('the shapes are linked', waitFor(function()
    return #vim.diagnostic.get(0, { severity = { min = vim.diagnostic.severity.INFO } }) == 2
  end), vim.diagnostic.get(0))
  reading()
  backToData()
  writing()
end)
