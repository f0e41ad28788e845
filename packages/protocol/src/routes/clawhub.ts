import { z } from '@hono/zod-openapi'
import {
  clawHubInstallSchema,
  clawHubListSchema,
  clawHubResolveSchema,
  clawHubSearchSchema,
  clawHubSkillSchema,
  clawHubVersionSchema,
  clawHubVersionsSchema,
  clawHubWhoamiSchema,
} from '../schemas/clawhub.ts'
import { queryNumber } from '../schemas/common.ts'
import { routesWithTag } from './api-route.ts'
import { registryBase } from './registry.ts'

const route = routesWithTag('Registry')

/** The address that ClawHub's clients are given; they add the rest. */
export const clawHubBase = `${registryBase}/clawhub` as const

const path = <const Rest extends string>(rest: Rest) => `${clawHubBase}/api/v1/${rest}` as const
const notModified = { status: 304, description: 'Not modified: If-None-Match is the current one' }
const bytes = (mediaType: string) => ({ status: 200, mediaType, description: 'The bytes' })

const nameParam = z.object({ name: z.string().min(1).max(100) })
const versionParam = nameParam.extend({ version: z.string().min(1).max(100) })
const text = (max: number) => z.string().max(max)
const owner = {
  ownerHandle: text(200).optional().describe('There is one owner: another one has no skill.'),
}
const revision = { version: text(100).optional(), tag: text(100).optional() }
/** What clients also send, and what changes nothing here. */
const ignored = { nonSuspiciousOnly: text(10).optional(), forceInstall: text(10).optional() }

/** The same skills as the registry has, in the shapes of ClawHub's interface, version 1. */
export const clawHubRoutes = {
  search: route({
    operationId: 'searchClawHub',
    method: 'get',
    path: path('search'),
    summary: 'Search the registry as ClawHub does',
    access: 'skills.read',
    query: z.object({
      q: text(500).default(''),
      limit: queryNumber(1, 200, 20),
      mode: z.enum(['exact', 'hybrid']).optional().describe('exact: the skill of this name.'),
      ...owner,
      ...ignored,
    }),
    response: { status: 200, schema: clawHubSearchSchema },
    otherResponses: [notModified],
  }),
  list: route({
    operationId: 'listClawHubSkills',
    method: 'get',
    path: path('skills'),
    summary: 'List the skills of the registry as ClawHub does',
    access: 'skills.read',
    query: z.object({
      limit: queryNumber(1, 200, 50),
      cursor: z
        .string()
        .regex(/^\d{1,7}$/)
        .optional(),
      sort: text(50).default('updated'),
      prefix: text(100).default('').describe('Only names that begin with it.'),
      ...owner,
      ...ignored,
    }),
    response: { status: 200, schema: clawHubListSchema },
    otherResponses: [notModified],
  }),
  skill: route({
    operationId: 'getClawHubSkill',
    method: 'get',
    path: path('skills/{name}'),
    summary: 'Get a skill of the registry as ClawHub describes it',
    access: 'skills.read',
    params: nameParam,
    query: z.object({ ...owner, ...ignored }),
    response: { status: 200, schema: clawHubSkillSchema },
    otherResponses: [notModified],
  }),
  versions: route({
    operationId: 'listClawHubVersions',
    method: 'get',
    path: path('skills/{name}/versions'),
    summary: 'List the versions that are given out: the published one',
    access: 'skills.read',
    params: nameParam,
    query: z.object({ limit: queryNumber(1, 200, 50), cursor: text(100).optional(), ...owner }),
    response: { status: 200, schema: clawHubVersionsSchema },
    otherResponses: [notModified],
  }),
  version: route({
    operationId: 'getClawHubVersion',
    method: 'get',
    path: path('skills/{name}/versions/{version}'),
    summary: 'Get the published version with the digests of its files',
    access: 'skills.read',
    params: versionParam,
    query: z.object(owner),
    response: { status: 200, schema: clawHubVersionSchema },
    otherResponses: [notModified],
  }),
  file: route({
    operationId: 'getClawHubFile',
    method: 'get',
    path: path('skills/{name}/file'),
    summary: 'Get a file of the published version',
    access: 'skills.read',
    params: nameParam,
    query: z.object({ path: z.string().min(1).max(400), ...revision, ...owner }),
    response: { status: 200, schema: null },
    otherResponses: [bytes('text/plain'), notModified],
  }),
  install: route({
    operationId: 'resolveClawHubInstall',
    method: 'get',
    path: path('skills/{name}/install'),
    summary: 'Say how a skill is installed: by its archive',
    access: 'skills.read',
    params: nameParam,
    query: z.object({ ...owner, ...ignored }),
    response: { status: 200, schema: clawHubInstallSchema },
    otherResponses: [notModified],
  }),
  download: route({
    operationId: 'downloadClawHubSkill',
    method: 'get',
    path: path('download'),
    summary: 'Download the published version as a zip',
    access: 'skills.read',
    query: z.object({ slug: z.string().min(1).max(100), ...revision, ...owner, ...ignored }),
    response: { status: 200, schema: null },
    otherResponses: [bytes('application/zip'), notModified],
    problems: [404],
  }),
  resolve: route({
    operationId: 'resolveClawHubVersion',
    method: 'get',
    path: path('resolve'),
    summary: 'Say which version has files of a hash',
    access: 'skills.read',
    query: z.object({ slug: z.string().min(1).max(100), hash: text(128), ...owner }),
    response: { status: 200, schema: clawHubResolveSchema },
    otherResponses: [notModified],
    problems: [404],
  }),
  whoami: route({
    operationId: 'getClawHubUser',
    method: 'get',
    path: path('whoami'),
    summary: 'Say whether the key counts, as `clawhub login` asks',
    access: 'skills.read',
    response: { status: 200, schema: clawHubWhoamiSchema },
  }),
} as const
