import { describe, expect, it } from 'vitest'
import { pageOfAnchor, settingsPages, settingsPlaceOf } from './settings-pages.ts'

describe('the sub-pages of the settings', () => {
  it('belong to themselves, and pages below them to one', () => {
    for (const { to } of settingsPages) expect(settingsPlaceOf(to)).toBe(to)
    expect(settingsPlaceOf('/settings/tools/tool_1')).toBe('/settings/agent-tools')
    expect(settingsPlaceOf('/settings/grants')).toBe('/settings/approvals')
    expect(settingsPlaceOf('/settings')).toBe(null)
    expect(settingsPlaceOf('/settings/nowhere')).toBe(null)
  })

  it('take over the anchors of the one page they were', () => {
    expect(pageOfAnchor('account')).toBe('/settings/keys')
    expect(pageOfAnchor('remembered')).toBe('/settings/you')
    expect(pageOfAnchor('__proto__')).toBe('/settings/general')
  })
})
