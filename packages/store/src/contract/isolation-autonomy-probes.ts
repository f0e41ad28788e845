import type {
  AuditEntry,
  Execution,
  ExecutionId,
  Run,
  TenantStore,
  ToolGrant,
  ToolGrantId,
  Trigger,
  TriggerFiring,
  TriggerId,
  UserId,
} from '@repertoire/core'
import { ann, bob, type World } from './world.ts'

/** One probe for each method of a part of the port. */
export type Probes<Part> = { [Method in keyof Part]: () => Promise<unknown> }
type Stores = Omit<TenantStore, 'tenantId'>
export type Told = Record<string, unknown>

const page = { limit: 50 }
const traceId = 'd'.repeat(32)
const always = { from: 0, to: Number.MAX_SAFE_INTEGER }

export const permission: ToolGrant = {
  ...{ id: 'tgr_ann' as ToolGrantId, tool: 'transfer', identity: 'x', constraints: {} },
  ...{ maxUses: 9, uses: 0, expiresAt: 1_000, agentId: null, userId: ann, createdBy: ann },
  ...{ createdAt: 1, revokedAt: null, revokedBy: null },
}

/** Ann's grant, schedule with a firing, and execution, all of one trace. */
export async function furnishAutonomy(world: World, tenant: TenantStore, run: Run) {
  await tenant.grants.create(permission)
  const source = hers(world)
  await tenant.triggers.create(source, 'sealed by ann')
  const firing = { ...fired(source, run), key: 'key:hers' }
  await tenant.triggers.record({ firing, auditEntry: null })
  const execution = executed(world, run)
  await tenant.executions.create(execution)
  return { source, firing, execution, run }
}

export type Autonomy = Awaited<ReturnType<typeof furnishAutonomy>>

/** Everything Ann can read of it. */
export async function autonomyContents(tenant: TenantStore, { source, execution, run }: Autonomy) {
  const { grants, triggers, traces, executions } = tenant
  return {
    grants: await grants.list({}, page),
    triggers: await triggers.list({}, page),
    firings: await triggers.firings(source.id, page),
    encrypted: await triggers.encrypted(source.id),
    traced: [
      await traces.firings(ann, traceId),
      await traces.executions(ann, traceId),
      await traces.runs(ann, run.traceId),
    ],
    execution: await executions.get(ann, execution.id),
  }
}

/** Asked through `thief` (a tenant) as `viewer` for what is Ann's, every id known. */
export function autonomyProbes(
  thief: TenantStore,
  viewer: UserId,
  { source, firing, execution, run }: Autonomy,
) {
  const { grants, triggers, traces, executions } = thief
  const { id, version } = source
  const planned = { due: source.nextAt ?? 0, nextAt: null }
  const taken = { firing: { ...firing, key: 'key:stolen' }, auditEntry: entryOf(id), planned }
  const note = { code: 'x.y', kind: 'conflict', message: 'Stolen.' } as const
  return {
    grants: {
      create: async () => undefined,
      get: () => grants.get(permission.id),
      list: () => grants.list({}, page),
      usable: () => grants.usable(viewer, permission.tool, 1),
      revoke: () => grants.revoke(permission.id, { by: bob, now: 2 }),
    } satisfies Probes<Stores['grants']>,
    triggers: {
      create: async () => undefined,
      get: () => triggers.get(id),
      list: () => triggers.list({}, page),
      update: () => triggers.update({ ...source, name: 'Stolen', version: version + 1 }, 'stolen'),
      remove: () => triggers.remove(id),
      stop: () => triggers.stop(id, note, entryOf(id)),
      encrypted: () => triggers.encrypted(id),
      record: () => triggers.record(taken),
      advance: () => triggers.advance(id, planned),
      firing: () => triggers.firing(id, firing.key),
      firings: () => triggers.firings(id, page),
    } satisfies Probes<Stores['triggers']>,
    traces: {
      runs: () => traces.runs(viewer, run.traceId),
      startedWithin: () => traces.startedWithin(viewer, always, page),
      events: () => traces.events(viewer, run, 50),
      firings: () => traces.firings(viewer, traceId),
      executions: () => traces.executions(viewer, traceId),
    } satisfies Probes<Stores['traces']>,
    executions: {
      create: async () => undefined,
      heartbeat: () => executions.heartbeat(execution.id, { running: true }),
      requestCancel: () => executions.requestCancel(viewer, execution.id, 2),
      cancelRequested: () => executions.cancelRequested([execution.id]),
      finish: () => executions.finish({ ...execution, status: 'ok', finishedAt: 2 }),
      get: () => executions.get(viewer, execution.id),
      list: () => executions.list(viewer, {}, page),
      output: () => executions.output(viewer, execution.id, 'out.txt'),
      interrupt: () => executions.interrupt(execution.id, { signs: 0, now: 9 }),
      dropOutputs: () => executions.dropOutputs({ by: 9, why: 'stolen', limit: 9 }),
    } satisfies Probes<Stores['executions']>,
  }
}

const none = { items: [], nextCursor: null }

/** What every one of the probes is told. */
export const toldOfAutonomy = {
  grants: { create: undefined, get: null, list: none, usable: [], revoke: null },
  triggers: {
    ...{ create: undefined, get: null, list: none, update: 'signal.not-found' },
    ...{ remove: 'signal.not-found', stop: undefined, encrypted: null, record: 'signal.moved-on' },
    ...{ advance: undefined, firing: null, firings: none },
  },
  traces: { runs: [], startedWithin: none, events: [], firings: [], executions: [] },
  executions: {
    ...{
      create: undefined,
      heartbeat: null,
      requestCancel: false,
      cancelRequested: [],
      finish: false,
    },
    ...{ get: null, list: none, output: null, interrupt: false, dropOutputs: 0 },
  },
} satisfies Record<string, Told>

function entryOf(target: string): AuditEntry {
  const stolen = { at: 2, actor: null, action: 'signal-stopped', target, traceId: null }
  return { id: `aud_stolen_${target}`, ...stolen, details: {} }
}

function hers(world: World): Trigger {
  return {
    ...{ id: world.id('sig') as TriggerId, name: 'Rent', userId: ann, agentId: null },
    message: 'What Ann wants of it.',
    trigger: { kind: 'cron', cron: '* * * * *', timeZone: 'UTC', missed: 'skip' },
    ...{ asset: null, severity: 'info', preloadSkills: [], suggestedStages: [] },
    ...{ scriptsAllowed: false, conversation: 'new', mostPerHour: 9, enabled: true },
    ...{ role: 'owner', permissions: ['conversations.use'], note: null, nextAt: 5_000 },
    ...{ lastFiredAt: null, createdAt: 1, updatedAt: 1, version: 1 },
  }
}

function fired({ id: signalId }: Trigger, run: Run): TriggerFiring {
  return {
    ...{ signalId, key: 'key:1', plannedAt: null, firedAt: 1, bodyDigest: null, traceId },
    ...{ outcome: 'started', problem: null },
    ...{ conversationId: run.conversationId, runId: run.id },
  }
}

function executed(world: World, { conversationId, id: runId }: Run): Execution {
  return {
    ...{ id: world.id('exe') as ExecutionId, conversationId, runId, callId: 'call_1', traceId },
    ...{ skill: null, runtime: 'shell', entry: 'ls', args: [], status: 'queued', exitCode: null },
    ...{ stdout: '', stderr: '', outputs: [], skipped: [], usage: null },
    ...{ startedBy: ann, startedAt: 1, finishedAt: null },
  }
}
