import type { RepertoireClient } from '@repertoire/client'

/** One call of the client for each operation of conversations. */
export const conversationCalls: Record<string, (client: RepertoireClient) => Promise<unknown>> = {
  rateAnswer: (client) => client.conversations.rate('x1', 'x2', 'up'),
  listConversations: (client) => client.conversations.list(),
  listSuggestedQuestions: (client) => client.conversations.suggestedQuestions({ limit: 3 }),
  createConversation: (client) => client.conversations.create(),
  getConversation: (client) => client.conversations.get('x1'),
  renameConversation: (client) => client.conversations.rename('x1', 'a'),
  deleteConversation: (client) => client.conversations.remove('x1'),
  sendMessage: (client) => client.conversations.send('x1', 'a'),
  listConversationEvents: (client) => client.conversations.eventPage('x1'),
  cancelRun: (client) => client.conversations.cancel('x1'),
  getActiveSkills: (client) => client.conversations.skills('x1'),
  activateSkill: (client) => client.conversations.activate('x1', 'a'),
  keepFetchedSkill: (client) => client.conversations.keep('x1', 'a'),
  upgradeSkill: (client) => client.conversations.upgrade('x1', 'a'),
  deactivateSkill: (client) => client.conversations.deactivate('x1', 'a'),
  getRecordedPrompt: (client) => client.conversations.prompt('x1', 'a'),
  listDeletedConversations: (client) => client.conversations.deleted(),
  restoreConversation: (client) => client.conversations.restore('x1'),
  forgetDeletedConversation: (client) => client.conversations.forget('x1'),
}
