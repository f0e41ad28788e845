import { describe, expect, it } from 'vitest'
import { defaultRoutingPreferences, preferencesFor, settingsOf } from './routing-preferences.ts'
import { defaultRoutingSettings, documentRoutingSettings } from './routing-settings.ts'

describe('routing preferences', () => {
  it('E2: an agent’s override its organisation’s, which override the defaults', () => {
    const organisation = { ...defaultRoutingPreferences, signalSlots: 5, searchSlots: 3 }
    expect(preferencesFor(organisation, { searchSlots: 0 })).toMatchObject({
      ...{ signalSlots: 5, searchSlots: 0, searchBreaksTies: true },
    })
    expect(preferencesFor(organisation, null)).toEqual(organisation)
  })

  it('E2: older stored settings get defaults for missing fields', () => {
    expect(preferencesFor({ signalSlots: 4 } as never, undefined)).toEqual({
      ...defaultRoutingPreferences,
      signalSlots: 4,
    })
  })

  it('E2: can be exactly the document’s', () => {
    const document = {
      ...defaultRoutingPreferences,
      ...{ signalSlots: 20, searchSlots: 0, searchBreaksTies: false },
    }
    expect(settingsOf(document)).toEqual(documentRoutingSettings)
    expect(settingsOf(defaultRoutingPreferences)).toEqual(defaultRoutingSettings)
  })

  it('E2: finance is chosen by who needs it', () => {
    expect(defaultRoutingPreferences.vocabularies).toEqual(['software'])
  })

  it('E1: a partial score table overrides its fields', () => {
    const preferences = { ...defaultRoutingPreferences, table: { keyword: 7 } }
    expect(settingsOf(preferences).table).toMatchObject({ keyword: 7, stage: 20 })
  })
})
