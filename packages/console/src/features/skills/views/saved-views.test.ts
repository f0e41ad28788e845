import { beforeEach, describe, expect, it } from 'vitest'
import { changeViews, isShown, parseViews, renamedView, withView } from './saved-views.ts'

const used = { name: 'Most used', filters: { sort: 'used', order: 'desc' } } as const
const mine = { name: 'Mine', filters: { scope: 'user' } } as const

beforeEach(() => localStorage.clear())

describe('saved views', () => {
  it('takes only what the address of the list may say from the storage', () => {
    const stored = [
      { name: 'a', filters: { scope: 'everybody', q: 'postgres', peek: 'skl_1', limit: 9999 } },
      ...[{ name: '', filters: {} }, { name: 'b' }, null, 7],
    ]
    expect(parseViews(JSON.stringify(stored))).toEqual([{ name: 'a', filters: { q: 'postgres' } }])
    expect(parseViews('not json')).toEqual([])
    expect(parseViews('{}')).toEqual([])
  })

  it('replaces a view of the same name, and keeps the order', () => {
    const changed = { ...used, filters: { sort: 'cost' } } as const
    expect(withView([used, mine], changed)).toEqual([changed, mine])
    expect(withView([used], mine)).toEqual([used, mine])
    expect(renamedView([used, mine], { from: 'Most used', to: 'Mine' })).toEqual([
      { ...used, name: 'Mine' },
    ])
  })

  it('knows which one is shown, whatever the order of the address', () => {
    expect(isShown(used, { order: 'desc', sort: 'used' })).toBe(true)
    expect(isShown(used, { order: 'desc', sort: 'used', q: 'a' })).toBe(false)
  })

  it('keeps those of two people at one browser apart', () => {
    changeViews('usr_a', (views) => withView(views, used))
    changeViews('usr_b', (views) => withView(views, mine))
    expect(parseViews(localStorage.getItem('repertoire.views.usr_a'))).toEqual([used])
  })
})
