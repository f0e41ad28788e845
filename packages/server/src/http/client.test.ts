import { RepertoireClient, RepertoireError, type WireEvent } from '@repertoire/client'
import { allRoutes } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { completed } from '../testing/run-fixtures.ts'
import { createTestServer, skillMd, type TestServer } from '../testing/test-server.ts'
import { conversationCalls } from './conversations/conversation-calls.contract.ts'

const baseUrl = 'http://localhost'

function clientOf(server: TestServer, apiKey: string | undefined = server.ownerKey) {
  return new RepertoireClient({
    baseUrl,
    apiKey,
    fetch: async (request) => server.http.request(request),
  })
}

/** One call for each operation. The arguments only have to lead to its path. */
const calls: Record<string, (client: RepertoireClient) => Promise<unknown>> = {
  startDeviceLogin: (client) => client.session.startDeviceLogin({ name: 'x' }),
  getDeviceToken: (client) => client.session.deviceToken('x'),
  getDeviceRequest: (client) => client.session.deviceRequest('x1'),
  answerDeviceRequest: (client) => client.session.answerDeviceRequest('x1', { approved: false }),
  listConnectedApps: (client) => client.connectedApps.list(),
  describeAppRequest: (client) => client.connectedApps.describe({ client_id: 'x' }),
  answerAppRequest: (client) =>
    client.connectedApps.answer({ approved: false, request: { client_id: 'x' } }),
  removeConnectedApp: (client) => client.connectedApps.remove('x1'),
  listSkills: (client) => client.skills.list(),
  createSkill: (client) => client.skills.create({ content: '' }),
  parseSkill: (client) => client.skills.parse(''),
  countSkills: (client) => client.skills.counts(),
  listTags: (client) => client.skills.tags(),
  getSkill: (client) => client.skills.get('x1'),
  updateSkill: (client) => client.skills.update('x1', {}),
  deleteSkill: (client) => client.skills.remove('x1'),
  archiveSkill: (client) => client.skills.archive('x1'),
  unarchiveSkill: (client) => client.skills.unarchive('x1'),
  getSkillRequirements: (client) => client.skills.requirements('x1'),
  resolveSkillRequirements: (client) => client.skills.resolveRequirements('x1'),
  approveSkillRequirements: (client) => client.skills.approveRequirements('x1', ['0'.repeat(64)]),
  runSkillEvals: (client) => client.skills.runEvals('x1'),
  listSkillRevisions: (client) => client.skills.revisions('x1'),
  getSkillRevision: (client) => client.skills.revision('x1', 1),
  getSkillFile: (client) => client.skills.file('x1', 'a'),
  importSkillPackage: (client) => client.skills.importPackage({ bytes: new Uint8Array() }),
  exportSkillPackage: (client) => client.skills.exportPackage('x1'),
  importSkills: (client) => client.skills.import({ items: [] }),
  reviewImport: (client) => client.skills.reviewImport({ items: [] }),
  listDeletedSkills: (client) => client.skills.deleted(),
  restoreSkill: (client) => client.skills.restore('x1'),
  forgetDeletedSkill: (client) => client.skills.forget('x1'),
  restoreSkillRevision: (client) => client.skills.restoreRevision('x1', 1),
  renameTag: (client) => client.skills.renameTag('a', 'b'),
  removeTag: (client) => client.skills.removeTag('a'),
  listSources: (client) => client.sources.list(),
  createSource: (client) => client.sources.create({ name: '', source_type: 'url', config: {} }),
  getSource: (client) => client.sources.get('x1'),
  updateSource: (client) => client.sources.update('x1', {}),
  deleteSource: (client) => client.sources.remove('x1'),
  restoreSource: (client) => client.sources.restore('x1'),
  syncSource: (client) => client.sources.sync('x1'),
  cancelSourceSync: (client) => client.sources.cancel('x1'),
  syncStaleSources: (client) => client.sources.syncStale(),
  listSourceItems: (client) => client.sources.items('x1'),
  listIgnoredEntries: (client) => client.sources.ignored('x1'),
  ignoreEntry: (client) => client.sources.ignore('x1', { path: 'a' }),
  stopIgnoringEntry: (client) => client.sources.stopIgnoring('x1', 'x2'),
  browseCatalog: (client) => client.sources.browse(),
  searchSkillRegistry: (client) => client.sources.searchRegistry('a'),
  listTrendingSkills: (client) => client.sources.trendingInRegistry(),
  getRegistrySkillMetadata: (client) => client.sources.registrySkill('a/b/c'),
  listCatalogSources: (client) => client.skillCatalog.list(),
  createCatalogSource: (client) => client.skillCatalog.create({ label: 'x', repo_url: 'x' }),
  updateCatalogSource: (client) => client.skillCatalog.update('x1', {}),
  deleteCatalogSource: (client) => client.skillCatalog.remove('x1'),
  installFromCatalog: (client) => client.skillCatalog.install({ source_id: 'x', path: 'x' }),
  exportLock: (client) => client.sources.exportLock(),
  importLock: (client) => client.sources.importLock('{}'),
  listAdvisories: (client) => client.advisories.list(),
  setAdvisoryList: (client) => client.advisories.set({ url: '', signer: { name: '', pem: '' } }),
  removeAdvisoryList: (client) => client.advisories.remove(),
  checkAdvisories: (client) => client.advisories.check(),
  exceptFromAdvisories: (client) => client.advisories.except({ digest: 'x', reason: 'x' }),
  listReviews: (client) => client.reviews.list(),
  getReview: (client) => client.reviews.get('x1'),
  getReviewFile: (client) => client.reviews.file('x1', 'a'),
  runReviewTriggerTests: (client) => client.reviews.triggerTests('x1'),
  overrideVerdict: (client) => client.reviews.overrideVerdict('x1', { digest: '', reason: 'r' }),
  approveRevision: (client) => client.reviews.approve('x1', { digest: '' }),
  rejectRevision: (client) => client.reviews.reject('x1', { digest: '' }),
  quarantineRevision: (client) => client.reviews.quarantine('x1', { digest: '' }),
  holdRevision: (client) => client.reviews.hold('x1', { digest: '' }),
  decideRevisions: (client) => client.reviews.decideMany({ decision: 'reject', items: [] }),
  getSkillTrust: (client) => client.reviews.trustOf('x1'),
  listSuppressions: (client) => client.reviews.suppressions(),
  suppressFindings: (client) => client.reviews.suppress({ rule: 'a', reason: 'r' }),
  removeSuppression: (client) => client.reviews.removeSuppression('x1'),
  listRevocations: (client) => client.reviews.revocations(),
  revokeContent: (client) => client.reviews.revoke('', ''),
  removeRevocation: (client) => client.reviews.removeRevocation('x1'),
  listAgents: (client) => client.agents.list(),
  createAgent: (client) => client.agents.create({ name: '' }),
  getAgent: (client) => client.agents.get('x1'),
  updateAgent: (client) => client.agents.update('x1', {}),
  deleteAgent: (client) => client.agents.remove('x1'),
  getMemories: (client) => client.memories.get('x1'),
  putMemories: (client) => client.memories.put('x1', { text: '' }),
  listMemories: (client) => client.memories.list(),
  listMemoryVersions: (client) => client.memories.history(null),
  restoreMemories: (client) => client.memories.restore(null, 1),
  listAuthoredTools: (client) => client.authoredTools.list(),
  getAuthoredTool: (client) => client.authoredTools.get('x1'),
  getAuthoredToolVersion: (client) => client.authoredTools.version('x1', 1),
  updateAuthoredTool: (client) => client.authoredTools.setEnabled('x1', true),
  deleteAuthoredTool: (client) => client.authoredTools.remove('x1'),
  restoreAuthoredTool: (client) => client.authoredTools.restore('x1'),
  restoreAuthoredToolVersion: (client) => client.authoredTools.restoreVersion('x1', 1),
  approveAuthoredTool: (client) => client.authoredTools.approve('x1', 'sha256:0'),
  deliverTrigger: (client) => client.triggers.deliver({ headers: {}, body: new Uint8Array() }),
  getStats: (client) => client.stats.get(),
  getActOn: (client) => client.stats.actOn(),
  listConflicts: (client) => client.stats.conflicts(),
  reindexStats: (client) => client.stats.reindex(),
  exportTrace: (client) => client.traces.otlp('a'.repeat(32)),
  getTrace: (client) => client.traces.get('a'.repeat(32)),
  listTraces: (client) => client.traces.list({ from: '', to: '' }),
  listTriggers: (client) => client.triggers.list(),
  createTrigger: (client) =>
    client.triggers.create({ name: 'a', message: 'a', trigger: { kind: 'webhook' } }),
  previewTriggerTimes: (client) => client.triggers.times({ cron: '* * * * *', time_zone: 'UTC' }),
  getTrigger: (client) => client.triggers.get('x1'),
  updateTrigger: (client) => client.triggers.update('x1', {}),
  stopTrigger: (client) => client.triggers.stop('x1'),
  deleteTrigger: (client) => client.triggers.remove('x1'),
  runTrigger: (client) => client.triggers.run('x1'),
  renewTriggerSecret: (client) => client.triggers.renewSecret('x1'),
  listTriggerFirings: (client) => client.triggers.firings('x1'),
  explainRouting: (client) => client.routing.explain({ message: 'buy' }),
  getRoutingOptions: (client) => client.routing.options(),
  listModels: (client) => client.agents.models(),
  listModelProviders: (client) => client.modelProviders.list(),
  findModels: (client) => client.modelProviders.found(),
  addModelProvider: (client) =>
    client.modelProviders.add({ name: 'Local', kind: 'ollama', models: [{ name: 'm' }] }),
  updateModelProvider: (client) => client.modelProviders.update('local', { name: 'Other' }),
  removeModelProvider: (client) => client.modelProviders.remove('local'),
  testModelProvider: (client) => client.modelProviders.test('local'),
  ...conversationCalls,
  listConversationFiles: (client) => client.files.list('x1'),
  getConversationFile: (client) => client.files.read('x1', 'a'),
  putConversationFile: (client) => client.files.write('x1', 'a', new Uint8Array()),
  deleteConversationFile: (client) => client.files.remove('x1', 'a'),
  listExecutions: (client) => client.executions.list(),
  startExecution: (client) => client.executions.start({ skill_id: 'x1', script: 'a' }),
  getExecution: (client) => client.executions.get('x1'),
  followExecution: (client) => client.executions.follow('x1').next(),
  cancelExecution: (client) => client.executions.cancel('x1'),
  getExecutionOutput: (client) => client.executions.output('x1', 'a'),
  getSandbox: (client) => client.executions.sandbox(),
  executeInSandbox: (client) =>
    client.executions.execute({ runtime: 'shell', entry: 'a', files: [] }),
  listSkillSecrets: (client) => client.skillSecrets.list('x1'),
  putSkillSecret: (client) => client.skillSecrets.put('x1', 'A', 'b'),
  deleteSkillSecret: (client) => client.skillSecrets.remove('x1', 'A'),
  listTools: (client) => client.tools.list(),
  listToolGrants: (client) => client.tools.grants(),
  createToolGrant: (client) =>
    client.tools.createGrant({ tool: 't', max_uses: 1, expires_at: '2026-01-01T00:00:00Z' }),
  revokeToolGrant: (client) => client.tools.revokeGrant('tgr_1'),
  listApprovals: (client) => client.approvals.list(),
  getApproval: (client) => client.approvals.get('x1'),
  answerApproval: (client) => client.approvals.answer('x1', { approved: true }),
  listIntegrations: (client) => client.integrations.list(),
  setUpIntegration: (client) => client.integrations.setUp('x1', 'user'),
  removeIntegration: (client) => client.integrations.remove('x1', 'user'),
  listConnectors: (client) => client.connectors.list(),
  listConnectorTools: (client) => client.connectors.tools('x1'),
  checkConnector: (client) => client.connectors.check('x1'),
  suggestSkill: (client) => client.reviews.offer('x1', { digest: 'sha256:0' }),
  withdrawRevision: (client) => client.reviews.withdraw('x1', { digest: '' }),
  addConnector: (client) => client.connectors.add({ name: 'x1', url: 'https://x1.example/mcp' }),
  updateConnector: (client) => client.connectors.update('x1', {}),
  removeConnector: (client) => client.connectors.remove('x1'),
  getCurator: (client) => client.curator.get(),
  sweepSkills: (client) => client.curator.sweep(),
  undoSweep: (client) => client.curator.undo('x1'),
  findRegistrySkills: (client) => client.registry.find('a'),
  listRegistrySkills: (client) => client.registry.list(),
  searchRegistrySkills: (client) => client.registry.search('a'),
  getRegistrySkill: (client) => client.registry.skill('x1'),
  downloadRegistrySkill: (client) => client.registry.download('x1'),
  getSkillIndexFile: (client) => client.registry.indexFile('x1'),
  getOneSkillIndexFile: (client) => client.registry.indexFile('x1', { skill: 'x2' }),
  getSkillFilesIndexFile: (client) => client.registry.filesIndexFile('x1'),
  listInbox: (client) => client.inbox.list(),
  listInboxKeys: (client) => client.inbox.keys(),
  getInboxNotification: (client) => client.inboxNotification.get(),
  setInboxNotification: (client) => client.inboxNotification.set({ url: 'http://a.example' }),
  removeInboxNotification: (client) => client.inboxNotification.remove(),
  testInboxNotification: (client) => client.inboxNotification.test(),
  searchClawHub: (client) => client.clawHub.search('a'),
  listClawHubSkills: (client) => client.clawHub.list(),
  getClawHubSkill: (client) => client.clawHub.skill('x1'),
  listClawHubVersions: (client) => client.clawHub.versions('x1'),
  getClawHubVersion: (client) => client.clawHub.version('x1', 'x2'),
  getClawHubFile: (client) => client.clawHub.file('x1', 'SKILL.md'),
  resolveClawHubInstall: (client) => client.clawHub.install('x1'),
  downloadClawHubSkill: (client) => client.clawHub.download('x1'),
  resolveClawHubVersion: (client) => client.clawHub.resolve('x1', 'x2'),
  getClawHubUser: (client) => client.clawHub.whoami(),
  listCollections: (client) => client.collections.list(),
  createCollection: (client) => client.collections.create({ slug: '', selection: { kind: 'all' } }),
  updateCollection: (client) => client.collections.update('x1', {}),
  deleteCollection: (client) => client.collections.remove('x1'),
  promoteCollection: (client) => client.collections.promote('x1', 'a'),
  unpinCollection: (client) => client.collections.unpin('x1'),
  listCollectionPromotions: (client) => client.collections.promotions('x1'),
  setBackCollection: (client) => client.collections.setBack('x1', 2, 'a'),
  listCollectionSkills: (client) => client.collections.skills('x1'),
  makeCollectionToken: (client) => client.collections.makeToken('x1'),
  revokeCollectionToken: (client) => client.collections.revokeToken('x1'),
  listSearchQueries: (client) => client.settings.searchLog(),
  getSettings: (client) => client.settings.get(),
  listScanRules: (client) => client.settings.scanRules(),
  getOrganisationContext: (client) => client.promptContexts.get('organisation'),
  putOrganisationContext: (client) => client.promptContexts.put('organisation', {}),
  deleteOrganisationContext: (client) => client.promptContexts.remove('organisation'),
  getAgentContext: (client) => client.promptContexts.get({ agent: 'x1' }),
  putAgentContext: (client) => client.promptContexts.put({ agent: 'x1' }, {}),
  deleteAgentContext: (client) => client.promptContexts.remove({ agent: 'x1' }),
  getConversationContext: (client) => client.promptContexts.get({ conversation: 'x1' }),
  putConversationContext: (client) => client.promptContexts.put({ conversation: 'x1' }, {}),
  deleteConversationContext: (client) => client.promptContexts.remove({ conversation: 'x1' }),
  getSkillListCost: (client) => client.settings.skillList(),
  listToolsetPresets: (client) => client.settings.presets(),
  listQuotas: (client) => client.quotas.list(),
  listOrganisations: (client) => client.organisations.list(),
  createOrganisation: (client) => client.organisations.create({ name: 'Acme' }),
  renameOrganisation: (client) => client.organisations.rename('x', 'Acme'),
  deleteOrganisation: (client) => client.organisations.remove('x'),
  restoreOrganisation: (client) => client.organisations.restore('x'),
  exportOrganisation: (client) => client.organisations.export('x'),
  getSkillLimits: (client) => client.skills.limits('skl_1'),
  updateSettings: (client) => client.settings.update({}),
  listMembers: (client) => client.members.list(),
  createMember: (client) => client.members.create({ name: 'a' }),
  updateMember: (client) => client.members.update('x1', 'member'),
  deleteMember: (client) => client.members.remove('x1'),
  inviteMember: (client) => client.members.invite('x1'),
  deleteInvitation: (client) => client.members.removeInvitation('x1'),
  listKeys: (client) => client.keys.list(),
  createKey: (client) => client.keys.create({ name: 'a' }),
  deleteKey: (client) => client.keys.remove('x1'),
  listAudit: (client) => client.audit.list(),
  exportAudit: (client) => client.audit.export(),
  logIn: (client) => client.session.login({ api_key: 'x' }),
  createLoginLink: (client) => client.session.link(),
  logOut: (client) => client.session.logout(),
  getMe: (client) => client.session.me(),
  listSessions: (client) => client.session.list(),
  endSession: (client) => client.session.end('x1'),
  endSessions: (client) => client.session.endAll(),
  listPasskeys: (client) => client.passkeys.list(),
  preparePasskey: (client) => client.passkeys.prepare(),
  createPasskey: (client) => client.passkeys.create({ name: '', response: {} as never }),
  deletePasskey: (client) => client.passkeys.remove('x1'),
  startPasskeyLogin: (client) => client.passkeys.startLogin(),
  logInWithPasskey: (client) => client.passkeys.login({ response: {} as never }),
  listSignOnProviders: (client) => client.signOn.providers(),
  listRemovedIdentities: (client) => client.signOn.removed(),
  readmitIdentity: (client) => client.signOn.readmit('x1'),
  getHealth: (client) => client.system.health(),
  getReadiness: (client) => client.system.readiness(),
  getOpenApi: (client) => client.system.openapi(),
  getDocs: (client) => client.system.docs(),
}

/** Redirects are for browsers, which follow them as a page; earlier shapes are for earlier clients. */
const operated = allRoutes.filter(
  ({ response, deprecated }) => response.status !== 303 && !deprecated,
)

describe('the client', () => {
  it('has a method for every operation, and no others', () => {
    const operations = operated.map((route) => route.operationId)
    expect(Object.keys(calls).toSorted()).toEqual(operations.toSorted())
  })

  it.each(operated.map((route) => [route.operationId, route] as const))(
    '%s sends the method and path of its route',
    async (operationId, { method, path }) => {
      const seen: string[] = []
      const client = new RepertoireClient({
        baseUrl,
        apiKey: 'k',
        fetch: async (request) => {
          seen.push(`${request.method} ${new URL(request.url).pathname}`)
          return new Response('{}', { status: 200 })
        },
      })
      await calls[operationId]?.(client)
      const pattern = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '\\w+')
      expect(seen).toEqual([expect.stringMatching(`^${method.toUpperCase()} ${pattern}$`)])
    },
  )

  it('works over the real app', async () => {
    const client = clientOf(await createTestServer())
    const skill = await client.skills.create({ content: skillMd('postgres-triage') })
    const changed = await client.skills.update(skill.id, { enabled: false }, skill.etag)
    expect(changed.enabled).toBe(false)
    const { items } = await client.skills.list({ q: 'postgres', enabled: false })
    expect(items.map((item) => item.id)).toEqual([skill.id])
    const bytes = await client.skills.file(skill.id, 'SKILL.md')
    expect(new TextDecoder().decode(bytes)).toBe(skill.content)
    await client.skills.remove(skill.id)
    expect((await client.skills.list()).items).toEqual([])
  })

  it('throws the server’s problems, and reports when nothing answers', async () => {
    const client = clientOf(await createTestServer())
    const refused = await client.skills.get('nothing').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(RepertoireError)
    expect(refused).toMatchObject({ code: 'skill.not-found', status: 404 })
    const deaf = new RepertoireClient({
      baseUrl,
      fetch: async () => {
        throw new TypeError('fetch failed')
      },
    })
    await expect(deaf.session.me()).rejects.toMatchObject({
      code: 'network.unreachable',
      status: 0,
    })
    const proxy = new RepertoireClient({
      baseUrl,
      fetch: async () => new Response('<html>', { status: 502 }),
    })
    await expect(proxy.session.me()).rejects.toMatchObject({
      code: 'network.unreadable-answer',
      status: 502,
    })
  })

  it('follows events across broken connections, without duplicates and gaps', async () => {
    const server = await createTestServer()
    let connections = 0
    const client = new RepertoireClient({
      baseUrl,
      apiKey: server.ownerKey,
      fetch: async (request) => {
        const response = await server.http.request(request)
        if (!request.url.endsWith('/events') || !response.body) return response
        connections += 1
        return new Response(cutAfterFirstEvent(response.body), response)
      },
    })
    const { id } = await client.conversations.create()
    await client.conversations.sendWithoutWaiting(id, 'Hello')
    await server.engine.play([completed('Good day.')], { status: 'completed' })
    const seen: WireEvent[] = []
    const stop = new AbortController()
    const options = { signal: stop.signal, retryAfter: 1 }
    for await (const event of client.conversations.events(id, options)) {
      seen.push(event)
      if (event.event === 'run_completed') stop.abort()
    }
    expect(seen.map((event) => event.id)).toEqual([1, 2, 3])
    expect(connections).toBe(3)
  })

  it('stops following when the server refuses', async () => {
    const server = await createTestServer()
    const events = clientOf(server).conversations.events('nothing')
    await expect(events.next()).rejects.toMatchObject({ code: 'conversation.not-found' })
  })
})

/** The connection breaks in the middle of the second event. */
function cutAfterFirstEvent(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let events = 0
  return new ReadableStream(
    {
      async pull(controller) {
        if (events === 2) throw new TypeError('terminated')
        const { value } = await reader.read()
        if (new TextDecoder().decode(value).includes('data:')) events += 1
        if (value) controller.enqueue(events === 2 ? value.slice(0, 20) : value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
