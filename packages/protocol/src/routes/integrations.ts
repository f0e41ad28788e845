import {
  integrationListSchema,
  integrationParam,
  integrationResultSchema,
  integrationScopeQuery,
  integrationSetUpSchema,
} from '../schemas/integrations.ts'
import { apiRoute } from './api-route.ts'

const tag = 'Integrations'

/** Integrations and the skills they bring (D8). */
export const integrationRoutes = {
  list: apiRoute({
    operationId: 'listIntegrations',
    method: 'get',
    path: '/api/v1/integrations',
    tag,
    summary: 'List the integrations in the server’s folder, and for whom they are set up',
    description: 'Broken ones are there too, each with its problem.',
    access: 'skills.read',
    response: { status: 200, schema: integrationListSchema },
  }),
  setUp: apiRoute({
    operationId: 'setUpIntegration',
    method: 'post',
    path: '/api/v1/integrations/{domain}/setup',
    tag,
    summary: 'Bring an integration’s skills in, or up to its version',
    description:
      'For everybody this needs an owner or admin. What a person wrote or edited stays; each skill has its own outcome.',
    access: 'skills.write',
    params: integrationParam,
    body: integrationSetUpSchema,
    response: { status: 200, schema: integrationResultSchema },
  }),
  remove: apiRoute({
    operationId: 'removeIntegration',
    method: 'delete',
    path: '/api/v1/integrations/{domain}',
    tag,
    summary: 'Take an integration away, with those of its skills that nobody edited',
    access: 'skills.write',
    params: integrationParam,
    query: integrationScopeQuery,
    response: { status: 200, schema: integrationResultSchema },
  }),
} as const
