import type { TenantId } from '@repertoire/core/base'
import type { ChangeNotification } from '@repertoire/core/ports'
import { describe, expect, it } from 'vitest'
import { createCredentialWatch } from './credential-watch.ts'

const tenantId = 'ten_1' as TenantId

function fixture() {
  const listeners = new Set<(notification: ChangeNotification) => void>()
  const watch = createCredentialWatch({
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  const notify = (notification: ChangeNotification) => {
    for (const listener of listeners) listener(notification)
  }
  const valid = new Map<string, boolean>()
  let checks = 0
  const ended: string[] = []
  const open = (name: string, subject = name, tenant = tenantId) => {
    valid.set(subject, true)
    return watch.watch({
      ...{ tenantId: tenant, subject },
      isValid: async () => {
        checks += 1
        return valid.get(subject) ?? false
      },
      end: () => ended.push(name),
    })
  }
  return { watch, notify, valid, ended, open, checks: () => checks, listeners }
}

describe('streams and their credentials', () => {
  it('end once their credential has, and others stay', async () => {
    const { notify, valid, ended, open } = fixture()
    open('a')
    open('b')
    valid.set('a', false)
    notify({ kind: 'credentials', tenantId })
    await expect.poll(() => ended).toEqual(['a'])
  })

  it('of one credential share one check for each change', async () => {
    const { notify, valid, ended, open, checks } = fixture()
    for (let n = 0; n < 1000; n += 1) open(`s${n}`, 'one key')
    const opened = checks()
    valid.set('one key', false)
    notify({ kind: 'credentials', tenantId })
    await expect.poll(() => ended.length).toBe(1000)
    expect(checks() - opened).toBe(1)
  })

  it('are checked when they open, because the change may have come before', async () => {
    const { ended, watch } = fixture()
    const isValid = async () => false
    watch.watch({ tenantId, subject: 'x', isValid, end: () => ended.push('late') })
    await expect.poll(() => ended).toEqual(['late'])
  })

  it('end when another process changed anything, and when the check itself fails', async () => {
    const { notify, valid, ended, open, watch } = fixture()
    open('a')
    valid.set('a', false)
    notify({ kind: 'anything' })
    notify({ kind: 'anything' })
    await expect.poll(() => ended).toEqual(['a'])
    const isValid = async () => {
      throw new Error('no database')
    }
    watch.watch({ tenantId, subject: 'y', isValid, end: () => ended.push('y') })
    await expect.poll(() => ended).toContain('y')
  })

  it('are not checked for another organisation, nor after they are closed', async () => {
    const { notify, open, checks, watch, listeners } = fixture()
    const stop = open('a', 'a', 'ten_2' as TenantId)
    const opened = checks()
    notify({ kind: 'credentials', tenantId })
    expect(checks()).toBe(opened)
    stop()
    watch.checkAll()
    expect(checks()).toBe(opened)
    watch.close()
    expect(listeners.size).toBe(0)
  })
})
