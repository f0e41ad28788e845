import {
  registryConsumerQuery,
  registryListSchema,
  registryMetadataQuery,
  registryMetadataSchema,
  registryTrendingQuery,
} from '../schemas/skill-registry.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Sources')
const description =
  'Asks a registry among the sources (`marketplace` or `clawhub`). Without one that is enabled it is `registry.off`.'

/** The registries that are connected here, as document A asks them. */
export const skillRegistryRoutes = {
  search: route({
    operationId: 'searchSkillRegistry',
    method: 'get',
    path: '/api/v1/skills/registry/search',
    summary: 'Search a connected registry',
    description,
    access: 'skills.read',
    query: registryConsumerQuery,
    response: { status: 200, schema: registryListSchema },
    problems: [404, 409, 502, 503],
  }),
  trending: route({
    operationId: 'listTrendingSkills',
    method: 'get',
    path: '/api/v1/skills/registry/trending',
    summary: 'List what is trending in a connected registry',
    description,
    access: 'skills.read',
    query: registryTrendingQuery,
    response: { status: 200, schema: registryListSchema },
    problems: [404, 409, 502, 503],
  }),
  metadata: route({
    operationId: 'getRegistrySkillMetadata',
    method: 'get',
    path: '/api/v1/skills/registry/metadata',
    summary: 'Get one skill of a connected registry, with what its package asks for',
    description,
    access: 'skills.read',
    query: registryMetadataQuery,
    response: { status: 200, schema: registryMetadataSchema },
    problems: [404, 409, 502, 503],
  }),
} as const
