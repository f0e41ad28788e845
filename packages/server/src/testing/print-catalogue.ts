import { renderCatalogue, routeTurn, VocabularyIndex } from '@repertoire/core/choose'
import { defaultRoutingSettings } from '@repertoire/core/domain'
import { createRoutingFixture } from '@repertoire/core/testing'
import { sha256 } from '../platform/system/system-ports.ts'

/**
 * Runs as a separate process and prints the catalogues of some messages, so that two processes can be compared.
 * With SKILLS=reversed the skills are created in reverse order and have other ids.
 */
const domains = ['swap', 'deploy', 'postgres', 'café', '买入', 'stop loss', 'c++', 'build']
const samples = domains.flatMap((domain, at) =>
  [0, 1, 2].map((copy) => ({
    frontmatter: [
      `name: skill-${at}-${copy}`,
      `description: Use it when somebody speaks of ${domain}, case ${copy}.`,
      ...(copy === 1 ? [] : [`routing: {keywords: ["${domain}"], priority: ${10 * copy}}`]),
    ].join('\n'),
  })),
)
const messages = ['Swap, then DEPLOY the build', 'Cafe c++ and a stop-loss', '请买入一些', '']
const vocabulary = new VocabularyIndex([
  { name: 'v', stages: { decide: ['swap', '买入'] }, assetClasses: { code: ['c++'] } },
])
const arriving = process.env.SKILLS === 'reversed' ? samples.toReversed() : samples
const { services } = await createRoutingFixture(arriving, sha256)
const environment = {
  ...{ env: new Set<string>(), tools: new Set<string>(), toolsets: new Set<string>() },
  platform: 'linux',
}
for (const message of messages) {
  const catalogue = await routeTurn(services, {
    turn: { message, signal: null, environment },
    settings: defaultRoutingSettings,
    vocabulary,
  })
  console.log(renderCatalogue(catalogue, new Map()))
}
