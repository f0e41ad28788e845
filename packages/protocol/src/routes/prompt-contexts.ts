import { idParam } from '../schemas/common.ts'
import { promptContextSchema, promptContextUpdateSchema } from '../schemas/prompt-contexts.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Prompt context')
const found = { status: 200, schema: promptContextSchema } as const
const deleted = { status: 204, schema: null } as const

/**
 * Memory and graph context that other systems supply, for all prompts of the organisation, of an agent,
 * or of a conversation.
 */
export const promptContextRoutes = {
  getOrganisation: route({
    operationId: 'getOrganisationContext',
    method: 'get',
    path: '/api/v1/context',
    summary: 'Get the memory and graph context of the organisation',
    access: 'settings.write',
    response: found,
  }),
  putOrganisation: route({
    operationId: 'putOrganisationContext',
    method: 'put',
    path: '/api/v1/context',
    summary: 'Supply memory and graph context for every prompt of the organisation',
    access: 'settings.write',
    body: promptContextUpdateSchema,
    response: found,
  }),
  removeOrganisation: route({
    operationId: 'deleteOrganisationContext',
    method: 'delete',
    path: '/api/v1/context',
    summary: 'Delete the memory and graph context of the organisation',
    access: 'settings.write',
    response: deleted,
    problems: [404],
  }),
  getAgent: route({
    operationId: 'getAgentContext',
    method: 'get',
    path: '/api/v1/agents/{id}/context',
    summary: 'Get the memory and graph context of an agent',
    access: 'agents.write',
    params: idParam,
    response: found,
  }),
  putAgent: route({
    operationId: 'putAgentContext',
    method: 'put',
    path: '/api/v1/agents/{id}/context',
    summary: 'Supply memory and graph context for every prompt of an agent',
    access: 'agents.write',
    params: idParam,
    body: promptContextUpdateSchema,
    response: found,
  }),
  removeAgent: route({
    operationId: 'deleteAgentContext',
    method: 'delete',
    path: '/api/v1/agents/{id}/context',
    summary: 'Delete the memory and graph context of an agent',
    access: 'agents.write',
    params: idParam,
    response: deleted,
  }),
  getConversation: route({
    operationId: 'getConversationContext',
    method: 'get',
    path: '/api/v1/conversations/{id}/context',
    summary: 'Get the memory and graph context of your conversation',
    access: 'conversations.use',
    params: idParam,
    response: found,
  }),
  putConversation: route({
    operationId: 'putConversationContext',
    method: 'put',
    path: '/api/v1/conversations/{id}/context',
    summary: 'Supply memory and graph context for the prompts of your conversation',
    description: 'From the next model call on, also of a turn that has begun.',
    access: 'conversations.use',
    params: idParam,
    body: promptContextUpdateSchema,
    response: found,
  }),
  removeConversation: route({
    operationId: 'deleteConversationContext',
    method: 'delete',
    path: '/api/v1/conversations/{id}/context',
    summary: 'Delete the memory and graph context of your conversation',
    access: 'conversations.use',
    params: idParam,
    response: deleted,
  }),
} as const
