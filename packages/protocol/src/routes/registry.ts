import { z } from '@hono/zod-openapi'
import { queryNumber } from '../schemas/common.ts'
import {
  registryDownloadSchema,
  registryFoundSchema,
  registryPackageSchema,
  registryPageSchema,
  registrySearchSchema,
} from '../schemas/registry.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Registry')

/** The base address of the registry; clients add the rest. */
export const registryBase = '/api/v1/registry'

/** The source of every skill of the registry, as `owner/repository`. */
export const registrySource = 'repertoire/skills'

const nameParam = z.object({ name: z.string().min(1).max(100) })
const pathParam = z.object({ path: z.string().min(1).max(600) })
const notModified = { status: 304, description: 'Not modified: If-None-Match is the current one' }
const indexFiles = [
  { status: 200, mediaType: 'application/json', description: 'The index' },
  { status: 200, mediaType: 'application/zip', description: 'The files of a skill' },
  { status: 200, mediaType: 'text/markdown', description: 'A SKILL.md' },
  { status: 200, mediaType: 'application/octet-stream', description: 'Any other file' },
  notModified,
]
const searchQuery = z.object({
  q: z.string().max(500).default(''),
  limit: queryNumber(1, 100, 20),
  owner: z.string().max(200).optional().describe('Has no effect: there is one owner.'),
})

/**
 * The organisation's enabled skills as a registry of the skills.sh shape, and as a well-known index. An API key
 * with skills.read alone may be part of the address: `/api/v1/registry/k/KEY/…`.
 */
export const registryRoutes = {
  find: route({
    operationId: 'findRegistrySkills',
    method: 'get',
    path: '/api/v1/registry/api/search',
    summary: 'Search the registry as `skills find` does',
    access: 'skills.read',
    query: searchQuery,
    response: { status: 200, schema: registryFoundSchema },
    otherResponses: [notModified],
  }),
  list: route({
    operationId: 'listRegistrySkills',
    method: 'get',
    path: '/api/v1/registry/api/v1/skills',
    summary: 'List the skills of the registry',
    description: 'The most used, the last used (trending) or the last changed (hot) first.',
    access: 'skills.read',
    query: z.object({
      view: z.enum(['all-time', 'trending', 'hot']).default('all-time'),
      page: queryNumber(0, 100_000, 0),
      per_page: queryNumber(1, 500, 100),
    }),
    response: { status: 200, schema: registryPageSchema },
    otherResponses: [notModified],
  }),
  search: route({
    operationId: 'searchRegistrySkills',
    method: 'get',
    path: '/api/v1/registry/api/v1/skills/search',
    summary: 'Search the registry',
    access: 'skills.read',
    query: searchQuery,
    response: { status: 200, schema: registrySearchSchema },
    otherResponses: [notModified],
  }),
  skill: route({
    operationId: 'getRegistrySkill',
    method: 'get',
    path: '/api/v1/registry/api/v1/skills/repertoire/skills/{name}',
    summary: 'Get a skill of the registry with its files',
    access: 'skills.read',
    params: nameParam,
    response: { status: 200, schema: registryPackageSchema },
    otherResponses: [notModified],
    problems: [413],
  }),
  download: route({
    operationId: 'downloadRegistrySkill',
    method: 'get',
    path: '/api/v1/registry/api/download/repertoire/skills/{name}',
    summary: 'Download the files of a skill of the registry',
    access: 'skills.read',
    params: nameParam,
    response: { status: 200, schema: registryDownloadSchema },
    otherResponses: [notModified],
    problems: [413],
  }),
  index: route({
    operationId: 'getSkillIndexFile',
    method: 'get',
    path: '/api/v1/registry/.well-known/agent-skills/{path}',
    summary: 'Get the well-known index of skills (version 0.2), or a file of it',
    description: '`index.json` is the index; `NAME.zip` and `NAME/SKILL.md` are what it lists.',
    access: 'skills.read',
    params: pathParam,
    takesRest: true,
    response: { status: 200, schema: null },
    otherResponses: indexFiles,
  }),
  oneSkillIndex: route({
    operationId: 'getOneSkillIndexFile',
    method: 'get',
    path: '/api/v1/registry/skills/{name}/.well-known/agent-skills/{path}',
    summary: 'Get the well-known index of one skill, or a file of it',
    description: 'For clients that download every skill of an index although they want one.',
    access: 'skills.read',
    params: nameParam.extend(pathParam.shape),
    takesRest: true,
    response: { status: 200, schema: null },
    otherResponses: indexFiles,
  }),
  filesIndex: route({
    operationId: 'getSkillFilesIndexFile',
    method: 'get',
    path: '/api/v1/registry/.well-known/skills/{path}',
    summary: 'Get the well-known index of skills (version 0.1), or a file of it',
    description: '`index.json` is the index; the files of a skill are at `NAME/FILE`.',
    access: 'skills.read',
    params: pathParam,
    takesRest: true,
    response: { status: 200, schema: null },
    otherResponses: indexFiles,
  }),
} as const
