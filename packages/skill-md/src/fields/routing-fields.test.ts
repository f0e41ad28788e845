import { describe, expect, it } from 'vitest'
import { loadSkillMd } from '../load/load-skill-md.ts'
import { readSkillFields } from './read-fields.ts'

function routingOf(...frontmatter: readonly string[]) {
  const loaded = loadSkillMd(['---', 'name: swap', ...frontmatter, '---', 'Body.'].join('\n'))
  if (!loaded.ok) throw new Error('the file cannot be read')
  return { routing: loaded.document.fields.routing, diagnostics: loaded.diagnostics }
}

describe('routing metadata', () => {
  it('E1: is read from metadata, nested or dotted, as lists or as text', () => {
    const nested = routingOf(
      'metadata:',
      '  repertoire:',
      '    priority: 20',
      '    summary: Swaps tokens.',
      '    tool_names: [get_quote, swap]',
      '    keywords: [buy, "stop loss", 买入]',
      '    co_activate: [minara.core]',
    )
    expect(nested.routing).toEqual({
      priority: 20,
      summary: 'Swaps tokens.',
      toolNames: ['get_quote', 'swap'],
      keywords: ['buy', 'stop loss', '买入'],
      coActivate: ['minara.core'],
    })
    const dotted = routingOf(
      'metadata:',
      '  repertoire.priority: "20"',
      '  repertoire.keywords: buy, stop loss',
    )
    expect(dotted.routing).toEqual({ priority: 20, keywords: ['buy', 'stop loss'] })
  })

  it('E3: is read from routing and conditions blocks, with the names of document E', () => {
    const { routing } = routingOf(
      'routing:',
      '  keywords: [buy]',
      '  negative_keywords: [paper trading]',
      '  stages: [decide]',
      '  asset_classes: [crypto_major]',
      '  signal_sources: [cron]',
      'conditions:',
      '  requires_env: ["GLASSNODE_API_KEY"]',
      '  requires_tools: ["glassnode_metric"]',
      '  requires_toolsets: ["documents"]',
      '  fallback_for_tools: ["web_extract"]',
      '  platforms: ["darwin", "linux"]',
    )
    expect(routing).toEqual({
      keywords: ['buy'],
      negativeKeywords: ['paper trading'],
      stages: ['decide'],
      assetClasses: ['crypto_major'],
      signalSources: ['cron'],
      requiresEnv: ['GLASSNODE_API_KEY'],
      requiresTools: ['glassnode_metric'],
      requiresToolsets: ['documents'],
      fallbackForTools: ['web_extract'],
      platforms: ['darwin', 'linux'],
    })
  })

  it('E1: takes each field from the first source that has it', () => {
    const { routing } = routingOf(
      'routing:',
      '  keywords: [second]',
      '  stages: [decide]',
      'metadata:',
      '  repertoire: {keywords: [first]}',
      '  minara: {keywords: [third], priority: 5, routing: {co_activate: [other]}}',
      '  openclaw: {os: [macos, windows], requires: {env: [KEY]}}',
    )
    expect(routing).toEqual({
      keywords: ['first'],
      stages: ['decide'],
      priority: 5,
      coActivate: ['other'],
      platforms: ['darwin', 'win32'],
      requiresEnv: ['KEY'],
    })
  })

  it('E1: also reads the dotted namespace of document E, and OpenClaw under its other names', () => {
    const { routing } = routingOf(
      'metadata:',
      '  minara.keywords: buy, stop loss',
      '  minara.stages: decide',
      '  minara.requires_env: GLASSNODE_API_KEY',
      '  clawdbot: {os: [linux], requires: {env: [OTHER]}}',
    )
    expect(routing).toEqual({
      keywords: ['buy', 'stop loss'],
      stages: ['decide'],
      requiresEnv: ['GLASSNODE_API_KEY'],
      platforms: ['linux'],
    })
  })

  it('E1: reads priority, summary and tool names beside `routing` and `conditions`', () => {
    const { routing } = routingOf(
      'priority: 20',
      'summary: Trade carefully.',
      'tool_names: [get_price, trade]',
      'routing: {keywords: [buy], priority: 70}',
      'keywords: [of another format]',
    )
    expect(routing).toEqual({
      ...{ priority: 20, summary: 'Trade carefully.', toolNames: ['get_price', 'trade'] },
      keywords: ['buy'],
    })
    const { diagnostics } = routingOf('priority: high')
    expect(diagnostics.map(({ code }) => code)).toContain('priority.not-a-priority')
  })

  it('E1: reads the sidecar last', () => {
    const sidecar = { priority: 7, routing: { keywords: ['aside'], stages: ['manage'] } }
    const fields = readSkillFields({ name: 'swap', routing: { keywords: ['own'] } }, sidecar)
    expect(fields.routing).toEqual({ keywords: ['own'], priority: 7, stages: ['manage'] })
  })

  it('E1: reports an invalid value and reads the rest', () => {
    const { routing, diagnostics } = routingOf(
      'routing:',
      '  keywords: {a: b}',
      '  stages: [decide]',
      '  priority: soon',
    )
    expect(routing).toEqual({ stages: ['decide'] })
    expect(diagnostics.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['routing.keywords.not-a-list', 'routing.priority.not-a-priority']),
    )
  })

  it('E1: is absent without routing fields', () => {
    expect(routingOf('description: Plain.', 'metadata: {author: me}').routing).toBeUndefined()
  })
})
