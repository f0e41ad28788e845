import { describe, expect, it } from 'vitest'
import { type BannerFacts, renderBanner } from './banner.ts'

const facts: BannerFacts = {
  url: 'http://127.0.0.1:4000',
  organisation: 'Acme\u001b[31m',
  loginToken: 'once',
  newKey: undefined,
  model: { label: 'Demo model (offline)', demo: true },
  dataDir: '/srv/.data',
  database: 'repertoire.db',
  reachableFromNetwork: false,
}

describe('the banner', () => {
  it('shows the URL, the login link, the model and the data folder', () => {
    const text = renderBanner(facts)
    expect(text).toContain('http://127.0.0.1:4000/login?token=once')
    expect(text).toContain('Sign in to Acme[31m (once')
    expect(text).toContain('/srv/.data')
    expect(text).not.toContain('API key, with every permission')
  })

  it('shows no link where somebody else may read it, but how to get one', () => {
    const text = renderBanner({ ...facts, loginToken: null })
    expect(text).toContain('repertoire login --link')
    expect(text).not.toContain('token')
  })

  it('explains how to configure a real model when the demo model is used; names a real one', () => {
    expect(renderBanner(facts)).toMatch(/not a language model[\s\S]*OPENAI_MODEL/)
    const real = renderBanner({
      ...facts,
      model: { label: 'gpt-5 (OpenAI-compatible)', demo: false },
    })
    expect(real).toContain('gpt-5')
    expect(real).not.toContain('OPENAI_MODEL')
  })

  it('shows a new key once, but never a key from the environment', () => {
    const secret = 'rep_secret_0123456789ab'
    const shown = renderBanner({ ...facts, newKey: { secret, fromEnvironment: false } })
    expect(shown).toContain(secret)
    const given = renderBanner({ ...facts, newKey: { secret, fromEnvironment: true } })
    expect(given).not.toContain(secret)
    expect(given).toContain('REPERTOIRE_BOOTSTRAP_KEY')
    expect(given).not.toContain('guessed')
    const short = renderBanner({ ...facts, newKey: { secret: 'dev-key-1', fromEnvironment: true } })
    expect(short).toContain('short enough to be guessed')
  })

  it('warns when other machines can reach the server', () => {
    expect(renderBanner({ ...facts, reachableFromNetwork: true })).toContain('other machines')
    expect(renderBanner(facts)).not.toContain('other machines')
  })
})
