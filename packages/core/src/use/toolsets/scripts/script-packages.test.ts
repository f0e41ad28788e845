import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../base/errors.ts'
import type { ExecutionId, TraceId, UserId } from '../../../base/ids.ts'
import type { ToolCall } from '../../../domain/events.ts'
import type { PackageList } from '../../../domain/package-list.ts'
import { rolePermissions } from '../../../domain/permissions.ts'
import type { Principal, Role } from '../../../domain/principal.ts'
import type { TriggerContext } from '../../../domain/trigger-context.ts'
import type { ScriptRequest, ScriptRunner } from '../../../ports/scripts.ts'
import type { TenantStore } from '../../../ports/store.ts'
import { type AgentHarness, createAgentHarness } from '../../../testing/agent-harness.ts'
import { ingestedPackage } from '../../../testing/ingested-package.ts'
import { createCallingModel } from '../../../testing/scripted-model.ts'
import { answerApproval } from '../../approvals/answer-approval.ts'
import { approvalNeeded } from '../../scripts/approve-packages.ts'
import { portable } from '../portable/portable.ts'
import { scripts } from './scripts.ts'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')
const table = ingestedPackage(
  { frontmatter: 'name: table\ndescription: Tables.\n', files: { 'run.py': 'print(1)' } },
  sha256,
)
const toolCalls: ToolCall[] = [
  { id: 'call_0', name: 'use_skill', input: { name: 'table' } },
  { id: 'call_1', name: 'run_skill_script', input: { skill_name: 'table', script_name: 'run.py' } },
]

/** Needs one list of packages, which can change while somebody is asked. */
function createNeedyRunner(list: { current: PackageList }, tenant: () => TenantStore) {
  const started: ScriptRequest[] = []
  const unapproved = async () => {
    const { current } = list
    const approved = await tenant().packageApprovals.approved([current.digest])
    return approved.has(current.digest) ? [] : [current]
  }
  const runner: ScriptRunner = {
    runtimes: async () => new Set(['python'] as const),
    unapprovedPackages: unapproved,
    run: async (request) => {
      const missing = await unapproved()
      if (missing.length > 0) throw new ProblemError(approvalNeeded(missing))
      started.push(request)
      const { conversationId, runId, callId, traceId, principal, skill, runtime } = request
      const { entry, args, executionId } = request
      return {
        execution: {
          ...{ id: executionId as ExecutionId, conversationId, runId, callId, traceId, skill },
          ...{ runtime, entry, args, status: 'ok', exitCode: 0, stdout: '1\n', stderr: '' },
          ...{ outputs: [], skipped: [], usage: null, startedBy: principal.userId },
          ...{ startedAt: 0, finishedAt: 1 },
        },
        files: [],
      }
    },
  }
  return { runner, started }
}

const pandas: PackageList = { kind: 'python', digest: 'one', packages: ['pandas==2.3.3'] }

async function createSetup(role: Role = 'owner') {
  const list = { current: pandas }
  let harness: AgentHarness | undefined
  const tenant = () => {
    if (!harness) throw new Error('the harness is there')
    return harness.tenant
  }
  const { runner, started } = createNeedyRunner(list, tenant)
  const model = createCallingModel(...toolCalls)
  const toolsets = [portable, scripts]
  harness = await createAgentHarness({
    model,
    role,
    sha256,
    skills: [table],
    toolsets,
    scripts: runner,
  })
  return { harness, list, started }
}

/** Somebody else of the organisation. */
function principalOf({ principal }: AgentHarness, role: Role): Principal {
  return { ...principal, userId: 'usr_2' as UserId, role, permissions: rolePermissions(role) }
}

async function answerAs(harness: AgentHarness, principal: Principal) {
  const { items } = await harness.tenant.approvals.list({}, { limit: 1 })
  const [asked] = items
  if (!asked) throw new Error('nobody was asked')
  const now = harness.clock.now()
  return answerApproval(harness.tenant, principal, { id: asked.id, approved: true, note: '', now })
}

const trigger: TriggerContext = {
  ...{ source: 'cron', signalId: 'sig_1', asset: null, severity: 'info', preloadSkills: [] },
  ...{ suggestedStages: [], operatorAuthored: true, traceId: 'a'.repeat(32) as TraceId },
}

describe('C10: packages that nobody approved', () => {
  it('make the agent ask once, with the exact list, and run after the answer', async () => {
    const { harness, started } = await createSetup()
    const runId = await harness.say('go')
    expect(await harness.work(runId)).toBe('waiting')
    expect(await harness.all('approval-required')).toMatchObject([
      { approvalType: 'package_installation', subject: { slug: 'table', lists: [pandas] } },
    ])
    expect(started).toEqual([])
    await harness.answer(true)
    await harness.work(runId)
    expect(await harness.lastOutcome()).toMatchObject({ status: 'ok', output: { stdout: '1\n' } })
    expect(await harness.tenant.packageApprovals.approved(['one'])).toEqual(new Set(['one']))
  })

  it('are not installed when the answer is no', async () => {
    const { harness, started } = await createSetup()
    const runId = await harness.say('go')
    await harness.work(runId)
    await harness.answer(false)
    await harness.work(runId)
    expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'approval.denied' } })
    expect(started).toEqual([])
    expect(await harness.tenant.packageApprovals.approved(['one'])).toEqual(new Set())
  })

  it('are approved by an owner or admin, never by the member whose agent asks', async () => {
    const { harness, started } = await createSetup('member')
    const runId = await harness.say('go')
    await harness.work(runId)
    await expect(harness.answer(true)).rejects.toMatchObject({
      problem: { code: 'approval.administrators-only' },
    })
    const admin = principalOf(harness, 'admin')
    const { userId: id } = admin
    await harness.tenant.members.create({ id, name: 'Bo', role: 'admin', createdAt: 0 })
    await answerAs(harness, admin)
    await harness.work(runId)
    expect(started).toHaveLength(1)
  })

  it('stay unapproved when the one who answered is no admin any more', async () => {
    const { harness, started } = await createSetup('member')
    const runId = await harness.say('go')
    await harness.work(runId)
    const admin = principalOf(harness, 'admin')
    const { userId: id } = admin
    await harness.tenant.members.create({ id, name: 'Bo', role: 'admin', createdAt: 0 })
    await answerAs(harness, admin)
    await harness.tenant.members.setRole(id, 'member')
    await harness.work(runId)
    expect(await harness.lastOutcome()).toMatchObject({
      problem: { code: 'approval.administrators-only' },
    })
    expect(started).toEqual([])
  })

  it('are only those the person saw: another list than the approved one is refused', async () => {
    const { harness, list, started } = await createSetup()
    const runId = await harness.say('go')
    await harness.work(runId)
    await harness.answer(true)
    list.current = { ...pandas, digest: 'two', packages: ['pandas==6.6.6'] }
    await harness.work(runId)
    expect(await harness.lastOutcome()).toMatchObject({
      problem: { code: 'approval.stale' },
    })
    expect(started).toEqual([])
    expect(await harness.tenant.packageApprovals.approved(['two'])).toEqual(new Set())
  })

  it('are not asked for in a turn that no person started', async () => {
    const { harness, started } = await createSetup()
    await harness.work(await harness.say('go', trigger))
    expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'signal.nobody-to-ask' } })
    expect(started).toEqual([])
  })
})
