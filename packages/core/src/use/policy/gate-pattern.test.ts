import { describe, expect, it } from 'vitest'
import type { RevisionDigest, RunId, SkillId, TenantId, UserId } from '../../base/ids.ts'
import type { JsonObject } from '../../base/json.ts'
import { rolePermissions } from '../../domain/permissions.ts'
import { emptySession } from '../../domain/session-state.ts'
import { defaultSettings } from '../../domain/settings.ts'
import { sampleTierInput } from '../../testing/tier-input.ts'
import { foldTurnState } from '../session/turn-state.ts'
import { executeConnectorTool } from '../tools/connector-call.ts'
import type { Tool } from '../tools/tool.ts'
import { invokedCall, toolInvoke } from '../tools/tool-invoke.ts'
import { combineToolsets } from '../tools/toolset.ts'
import { runCommand } from '../toolsets/scripts/run-command.ts'
import { runSkillScript } from '../toolsets/scripts/run-skill-script.ts'
import { web } from '../toolsets/web.ts'
import { workspace } from '../toolsets/workspace/workspace.ts'
import { gateToolCall, routeToolCall } from './gate.ts'

const all: readonly Tool[] = [
  ...[runCommand, runSkillScript, executeConnectorTool, toolInvoke],
  ...[...web.tools, ...workspace.tools],
]
const tools = combineToolsets([{ name: 'all', instructions: '', tools: all }])
const listed = [
  'Bash(git:*)',
  'Read(src/**)',
  'Glob(src/**)',
  'WebFetch(domain:a.test)',
  'Edit(x*y/',
]
const lists = [...listed, 'Write([a])', 'mcp__crm(x)']

function problemOf(name: string, input: JsonObject, allowedTools: readonly string[] = lists) {
  const call = invokedCall({ id: 'call_1', name, input }, tools)
  const routed = routeToolCall(call, tools)
  if (!routed.ok) throw new Error(routed.problem.message)
  const turn = foldTurnState([], { runId: 'run_1' as RunId, fork: null })
  const skill = {
    ...{ skillId: 'skl_1' as SkillId, digest: 'sha256:1' as RevisionDigest },
    ...{ slug: 'careful', name: 'Careful' },
  }
  const verdict = gateToolCall({
    ...routed,
    principal: {
      ...{ tenantId: 'org_1' as TenantId, userId: 'usr_1' as UserId, role: 'owner' },
      permissions: rolePermissions('owner'),
    },
    facts: {
      ...{ session: emptySession, settings: defaultSettings, skill: null, failedCondition: null },
      ...{ contextTokens: 128_000, connector: null, attached: [], signal: null, egress: null },
      turn: { ...turn, restrictions: [{ skill, allowedTools }] },
    },
    ...sampleTierInput(routed.tool.name),
    ...{ approval: null, administrators: [] },
  })
  return verdict.verdict === 'refuse' ? verdict.problem : null
}

describe('the gate under patterns of allowed tools', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['run_command', { command: 'git status' }, { command: 'git status; rm -rf /' }],
    ['read_file', { path: 'src/a' }, { path: 'src/../a' }],
    ['list_dir', { path: 'src' }, {}],
    ['web_fetch', { url: 'https://a.test/' }, { url: 'https://b.test/' }],
  ])('D7: %s is allowed with %j and not with %j, also through tool_invoke', (tool, good, bad) => {
    expect(problemOf(tool, good)).toBeNull()
    expect(problemOf('tool_invoke', { tool, arguments: good })).toBeNull()
    const refused = { code: 'tool.not-allowed', message: expect.stringContaining(tool) }
    expect(problemOf(tool, bad)).toMatchObject(refused)
    expect(problemOf('tool_invoke', { tool, arguments: bad })).toMatchObject(refused)
  })

  it('D7: a pattern for commands allows no script of a skill, and one that cannot be decided nothing', () => {
    const script = { skill_name: 'x', script_name: 'git' }
    expect(problemOf('run_skill_script', script)?.code).toBe('tool.not-allowed')
    expect(problemOf('run_skill_script', script, ['Bash'])).toBeNull()
    const connector = { connector: 'crm', tool: 'x' }
    expect(problemOf('execute_connector_tool', connector)?.code).toBe('tool.not-allowed')
    expect(problemOf('write_file', { path: 'a', content: '' })?.code).toBe('tool.not-allowed')
  })

  it('D7: the refusal names what is allowed, and the entries that cannot be decided', () => {
    const problem = problemOf('run_command', { command: 'git a | b' })
    expect(problem?.message).toContain('run_command is not allowed with these arguments')
    expect(problem?.message).toContain('cannot be decided: Write([a]), mcp__crm(x)')
    expect(problem?.hint).toContain('one plain command')
    expect(problem?.details).toMatchObject({
      allowed_tools: expect.arrayContaining(['run_command(git:*)', 'read_file(src/**)']),
      undecided: ['Write([a])', 'mcp__crm(x)'],
    })
  })
})
