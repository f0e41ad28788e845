import {
  integrationListSchema,
  integrationParam,
  integrationResultSchema,
  integrationScopeQuery,
  integrationSetUpSchema,
} from '../schemas/integrations.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Integrations')

/** Integrations and the skills they bundle. */
export const integrationRoutes = {
  list: route({
    operationId: 'listIntegrations',
    method: 'get',
    path: '/api/v1/integrations',
    summary: 'List the integrations in the folder of the server, and for whom they are set up',
    description: 'Includes broken ones, each with its problem.',
    access: 'skills.read',
    response: { status: 200, schema: integrationListSchema },
  }),
  setUp: route({
    operationId: 'setUpIntegration',
    method: 'post',
    path: '/api/v1/integrations/{domain}/setup',
    summary: 'Set up an integration, or update it to its current version',
    description:
      'Setting it up for the organisation needs an owner or admin. Skills that a person wrote or edited stay unchanged; each skill has its own outcome.',
    access: 'skills.write',
    params: integrationParam,
    body: integrationSetUpSchema,
    response: { status: 200, schema: integrationResultSchema },
  }),
  remove: route({
    operationId: 'removeIntegration',
    method: 'delete',
    path: '/api/v1/integrations/{domain}',
    summary: 'Remove an integration and those of its skills that nobody edited',
    access: 'skills.write',
    params: integrationParam,
    query: integrationScopeQuery,
    response: { status: 200, schema: integrationResultSchema },
  }),
} as const
