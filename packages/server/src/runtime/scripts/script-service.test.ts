import type { ExecutionId, TenantId, UserId } from '@repertoire/core/base'
import { type Principal, rolePermissions } from '@repertoire/core/domain'
import type { ExecutionStore, ScriptRequest, Store } from '@repertoire/core/ports'
import { createFixedClock, createInMemoryStore } from '@repertoire/core/testing'
import { defaultLimits } from '@repertoire/sandbox'
import { describe, expect, it, vi } from 'vitest'
import { createSkillSecrets } from '../../platform/secrets/skill-secrets.ts'
import { sha256 } from '../../platform/system/system-ports.ts'
import type { Timers } from '../../platform/system/timers.ts'
import { testLayers } from '../layers/testing/test-layers.ts'
import type { LazySandbox } from '../sandbox/lazy-sandbox.ts'
import { maxConcurrentExecutions } from './concurrency-quota.ts'
import { createScriptService, type ScriptService } from './script-service.ts'
import type { ScriptServiceOptions } from './script-service-options.ts'

const tenantId = 'ten_1' as TenantId
const userId = 'usr_1' as UserId
const principal: Principal = {
  tenantId,
  userId,
  role: 'owner',
  permissions: rolePermissions('owner'),
}

function command(id: string): ScriptRequest {
  return {
    executionId: id as ExecutionId,
    principal,
    conversationId: null,
    runId: null,
    callId: null,
    traceId: '0'.repeat(32),
    skill: null,
    mountedSkills: [],
    runtime: 'shell',
    entry: 'sleep 100',
    args: [],
    stdin: '',
    inputs: [],
    wallMs: null,
    signal: new AbortController().signal,
  }
}

/** A sandbox in which scripts never end. */
const endless: LazySandbox = {
  execute: (_request, { signal, onStart }) => {
    onStart?.()
    return new Promise((resolve) => {
      const end = () =>
        resolve({
          status: 'cancelled',
          exitCode: null,
          stdout: new Uint8Array(),
          stderr: new Uint8Array(),
          outputs: [],
          skipped: [],
          usage: { wallMs: 1, queuedMs: 0, cpuMs: null, peakMemoryBytes: null },
        })
      if (signal?.aborted) end()
      signal?.addEventListener('abort', end)
    })
  },
  limits: async () => defaultLimits,
  health: async () => {
    throw new Error('nobody asks')
  },
  runtimes: async () => new Set(['shell'] as const),
  close: async () => undefined,
}

async function harness(instead: Partial<ExecutionStore> = {}) {
  const clock = createFixedClock()
  const real: Store = createInMemoryStore({ clock })
  const store: Store = {
    ...real,
    tenant: (id) => {
      const tenant = real.tenant(id)
      return { ...tenant, executions: { ...tenant.executions, ...instead } }
    },
  }
  await store.directory.createTenant({ id: tenantId, name: 'Acme', createdAt: 0 })
  /** A simulated process: its timers stop when it is killed. */
  const aProcess = (parts: Partial<ScriptServiceOptions> = {}) => {
    const tasks = new Set<() => void>()
    const timers: Timers = {
      every: (_milliseconds, task) => {
        tasks.add(task)
        return () => tasks.delete(task)
      },
      wait: () => new Promise((resolve) => setImmediate(resolve)),
    }
    const service: ScriptService = createScriptService({
      ...{ store, clock, sha256, timers },
      sandbox: endless,
      layers: testLayers(endless),
      secrets: createSkillSecrets(store, async () => new Uint8Array(32)),
      timeoutSeconds: 60,
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
      ...parts,
    })
    const tick = async () => {
      for (const task of tasks) task()
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { service, tick }
  }
  const { executions } = store.tenant(tenantId)
  const statusOf = async (id: string) => (await executions.get(userId, id as ExecutionId))?.status
  return { clock, aProcess, statusOf }
}

describe('executions and the processes that run them', () => {
  it('C5: executions of a dead process are interrupted, and never run again', async () => {
    const { aProcess, statusOf } = await harness()
    const dead = aProcess()
    await dead.service.start(command('exe_1'))
    await vi.waitUntil(async () => (await statusOf('exe_1')) === 'running')
    const next = aProcess()
    await next.service.startMonitoring()
    for (const expected of ['running', 'running', 'interrupted']) {
      await next.tick()
      expect(await statusOf('exe_1')).toBe(expected)
    }
    await expect(next.service.start(command('exe_1'))).rejects.toMatchObject({
      problem: { code: 'execution.exists' },
    })
    await next.service.close()
  })

  it.each([
    ['cut off', { status: 'output-limit', exitCode: null }, 'first ab *** then ***'],
    ['ended by a signal', { status: 'failed', exitCode: 139 }, 'first ab *** then ***'],
    ['ended by itself', { status: 'failed', exitCode: 1 }, 'first ab *** then hun'],
  ] as const)(
    'C9: leaks nothing of a secret that it was printing, live or in the record: %s',
    async (_how, end, expected) => {
      const { aProcess } = await harness()
      const stdout = Buffer.from('first ab hunter2-hunter3 then hun')
      const ended: LazySandbox = {
        ...endless,
        execute: async (request, { onOutput }) => {
          onOutput?.('stdout', stdout)
          const result = await endless.execute(request, { signal: AbortSignal.abort() })
          return { ...result, ...end, stdout }
        },
      }
      const environmentFor = async () => ({ TOKEN: 'hunter2-hunter3' })
      const secrets = { environmentFor, put: async () => undefined }
      const { service } = aProcess({ sandbox: ended, layers: testLayers(ended), secrets })
      const { execution, outcome } = await service.start(command('exe_1'))
      let live = ''
      const chunk = ({ text }: { text: string }) => {
        live += text
      }
      service.output.subscribe(execution.id, {
        chunk,
        state: () => undefined,
        end: () => undefined,
      })
      const recorded = (await outcome).execution.stdout
      expect([live, recorded]).toEqual([expected, expected])
    },
  )

  it('C5: executions of a living process continue, however long they take and wrong its clock is', async () => {
    const { clock, aProcess, statusOf } = await harness()
    const living = aProcess()
    await living.service.start(command('exe_1'))
    const other = aProcess()
    await other.service.startMonitoring()
    for (let round = 0; round < 8; round += 1) {
      clock.advance(round % 2 === 0 ? 3_600_000 : -1_800_000)
      await living.tick()
      await other.tick()
      await other.tick()
      expect(await statusOf('exe_1')).toBe('running')
    }
    await living.service.close()
    await other.service.close()
  })

  it('C5: executions of this process do not count as dead when their heartbeats cannot be stored', async () => {
    const { aProcess, statusOf } = await harness({
      heartbeat: () => Promise.reject(new Error('the database is away')),
    })
    const { service, tick } = aProcess()
    await service.startMonitoring()
    await service.start(command('exe_1'))
    for (let round = 0; round < 6; round += 1) await tick()
    expect(await statusOf('exe_1')).toBe('queued')
    await service.close()
    expect(await statusOf('exe_1')).toBe('cancelled')
  })

  it('C5: can be cancelled through any process, by their person only', async () => {
    const { aProcess, statusOf } = await harness()
    const [runner, other] = [aProcess(), aProcess()]
    await runner.service.startMonitoring()
    await runner.service.start(command('exe_1'))
    const id = 'exe_1' as ExecutionId
    for (const service of [runner.service, other.service]) {
      await service.cancel({ tenantId, userId: 'usr_2' as UserId }, id)
      await service.cancel({ tenantId: 'ten_2' as TenantId, userId }, id)
    }
    expect(await statusOf('exe_1')).toBe('running')
    await other.service.cancel(principal, id)
    expect(await statusOf('exe_1')).toBe('cancelled')
    await runner.service.close()
  })

  it('C5: a process that misses the notification cancels with its next heartbeat', async () => {
    const { aProcess, statusOf } = await harness()
    const [runner, other] = [aProcess(), aProcess()]
    await runner.service.start(command('exe_1'))
    await vi.waitUntil(async () => (await statusOf('exe_1')) === 'running')
    await other.service.cancel(principal, 'exe_1' as ExecutionId)
    expect(await statusOf('exe_1')).toBe('running')
    await runner.tick()
    await runner.service.close()
    expect(await statusOf('exe_1')).toBe('cancelled')
  })

  it('C5: subscribers get the end even where it cannot be stored', async () => {
    const { aProcess } = await harness({
      finish: () => Promise.reject(new Error('the disk is full')),
    })
    const { service } = aProcess()
    const { outcome } = await service.start(command('exe_1'))
    const ended = new Promise((resolve) => {
      service.output.subscribe('exe_1' as ExecutionId, {
        state: () => undefined,
        chunk: () => undefined,
        end: resolve,
      })
    })
    const cancelled = service.cancel(principal, 'exe_1' as ExecutionId)
    await expect(outcome).rejects.toThrow('the disk is full')
    expect(await ended).toMatchObject({ id: 'exe_1' })
    await cancelled
  })

  it('C5: quotas limit each person and each organisation', async () => {
    const { aProcess } = await harness()
    const { service } = aProcess()
    const startAs = (user: string, n: number) =>
      service.start({
        ...command(`exe_${user}_${n}`),
        principal: { ...principal, userId: user as UserId },
      })
    const { person, organisation } = maxConcurrentExecutions
    const tooMany = { problem: { code: 'script.too-many', kind: 'rate-limited' } }
    const all = Array.from({ length: person }, (_, n) => startAs('usr_1', n))
    await expect(startAs('usr_1', person)).rejects.toMatchObject(tooMany)
    for (let n = 0; n < organisation - person; n += 1) {
      all.push(startAs(`usr_${2 + Math.floor(n / person)}`, n))
    }
    await expect(startAs('usr_late', 0)).rejects.toMatchObject(tooMany)
    await Promise.all(all)
    await service.cancel(principal, 'exe_usr_1_0' as ExecutionId)
    // A refused or failed start holds no quota.
    await expect(startAs('usr_1', 1)).rejects.toMatchObject({
      problem: { code: 'execution.exists' },
    })
    await startAs('usr_1', person)
    await service.close()
  })

  it('C5: a graceful shutdown ends and records running executions', async () => {
    const { aProcess, statusOf } = await harness()
    const { service } = aProcess()
    await service.start(command('exe_1'))
    await service.close()
    expect(await statusOf('exe_1')).toBe('cancelled')
  })
})
