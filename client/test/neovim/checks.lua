-- What the scenarios share: checks, whose outcome goes to $RESULTS as JSON, and waiting.
local checks = {}
local results = {}

function checks.check(name, passed, seen)
  table.insert(results, { name = name, passed = passed, seen = seen and vim.inspect(seen) or '' })
end

-- Checks that a value is the expected one, table by table.
function checks.same(name, expected, seen)
  checks.check(name, vim.deep_equal(expected, seen), { expected = expected, seen = seen })
end

function checks.waitFor(isIt)
  return vim.wait(20000, isIt, 20)
end

-- What "Code action" of the editor does, with the choice of the user, among all or those of some kinds.
function checks.takeCodeAction(isWanted, kinds)
  if vim.fn.has('nvim-0.8') == 1 then
    vim.lsp.buf.code_action({ filter = isWanted, apply = true, context = kinds and { only = kinds } })
    return
  end
  vim.ui.select = function(items, _, chosen)
    for index, item in ipairs(items) do
      if isWanted(item[2]) then
        return chosen(item, index)
      end
    end
    chosen(nil)
  end
  vim.lsp.buf.code_action(kinds and { only = kinds })
end

-- Runs a scenario and ends Neovim.
function checks.run(scenario)
  local ok, problem = xpcall(scenario, debug.traceback)
  if not ok then
    checks.check('the scenario ends', false, problem)
  end
  vim.fn.writefile({ vim.fn.json_encode(results) }, vim.env.RESULTS)
  vim.cmd('qall!')
end

return checks
