import { z } from '@hono/zod-openapi'
import { auditExportQuery, auditListQuery, auditPageSchema } from '../schemas/audit.ts'
import { idParam } from '../schemas/common.ts'
import {
  apiKeyCreatedSchema,
  apiKeyCreateSchema,
  apiKeyDeleteQuery,
  apiKeySchema,
  invitationSchema,
  memberCreateSchema,
  memberSchema,
  memberUpdateSchema,
} from '../schemas/organisation.ts'
import { searchLogSchema } from '../schemas/search-log.ts'
import {
  scanRuleSchema,
  settingsSchema,
  settingsUpdateSchema,
  skillListCostSchema,
  toolsetPresetSchema,
} from '../schemas/settings.ts'
import { routesWithTag } from './api-route.ts'
import { ifMatchHeader } from './conditional.ts'

const keyRoute = routesWithTag('API keys')
const auditRoute = routesWithTag('Audit')
const memberRoute = routesWithTag('Members')
const settingsRoute = routesWithTag('Settings')

/** An organisation's settings. */
export const settingsRoutes = {
  get: settingsRoute({
    operationId: 'getSettings',
    method: 'get',
    path: '/api/v1/settings',
    summary: 'Get the settings of the organisation',
    access: 'authenticated',
    response: { status: 200, schema: settingsSchema },
  }),
  presets: settingsRoute({
    operationId: 'listToolsetPresets',
    method: 'get',
    path: '/api/v1/settings/presets',
    summary: 'List the presets: named choices of toolsets, with their tools and their price',
    access: 'authenticated',
    response: {
      status: 200,
      schema: z.object({ items: z.array(toolsetPresetSchema) }).openapi('ToolsetPresetList'),
    },
  }),
  scanRules: settingsRoute({
    operationId: 'listScanRules',
    method: 'get',
    path: '/api/v1/settings/scan-rules',
    summary: 'List the rules of the scanner, whose severities the settings can set',
    access: 'authenticated',
    response: {
      status: 200,
      schema: z.object({ items: z.array(scanRuleSchema) }).openapi('ScanRuleList'),
    },
  }),
  skillList: settingsRoute({
    operationId: 'getSkillListCost',
    method: 'get',
    path: '/api/v1/settings/skill-list',
    summary: 'Get how many descriptions fit into the list of skills, and what all would take',
    access: 'skills.read',
    response: { status: 200, schema: skillListCostSchema },
  }),
  searchLog: settingsRoute({
    operationId: 'listSearchQueries',
    method: 'get',
    path: '/api/v1/search/queries',
    summary: 'List what was searched for in 30 days, without who did',
    description:
      'Empty unless `search_log` of the settings is on. A query is shown once it was made twice. Searches without filters count: on the page, by the command, and by agents.',
    access: 'settings.write',
    response: { status: 200, schema: searchLogSchema },
  }),
  update: settingsRoute({
    operationId: 'updateSettings',
    method: 'put',
    path: '/api/v1/settings',
    summary: 'Change settings; absent fields stay unchanged',
    access: 'settings.write',
    freshLogin: true,
    headers: ifMatchHeader,
    body: settingsUpdateSchema,
    response: { status: 200, schema: settingsSchema },
    problems: [412],
  }),
} as const

/** People of the organisation. */
export const memberRoutes = {
  list: memberRoute({
    operationId: 'listMembers',
    method: 'get',
    path: '/api/v1/members',
    summary: 'List the members',
    access: 'members.write',
    response: {
      status: 200,
      schema: z.object({ items: z.array(memberSchema) }).openapi('MemberList'),
    },
  }),
  create: memberRoute({
    operationId: 'createMember',
    method: 'post',
    path: '/api/v1/members',
    summary: 'Add a person, who is then invited, or a service account',
    access: 'members.write',
    freshLogin: true,
    body: memberCreateSchema,
    response: { status: 201, schema: memberSchema },
  }),
  update: memberRoute({
    operationId: 'updateMember',
    method: 'put',
    path: '/api/v1/members/{id}',
    summary: 'Change a member’s role',
    access: 'members.write',
    freshLogin: true,
    params: idParam,
    body: memberUpdateSchema,
    response: { status: 200, schema: memberSchema },
    problems: [409],
  }),
  remove: memberRoute({
    operationId: 'deleteMember',
    method: 'delete',
    path: '/api/v1/members/{id}',
    summary: 'Remove a member; their keys and logins end at once',
    access: 'members.write',
    freshLogin: true,
    params: idParam,
    response: { status: 204, schema: null },
    problems: [409],
  }),
  invite: memberRoute({
    operationId: 'inviteMember',
    method: 'post',
    path: '/api/v1/members/{id}/invitation',
    summary: 'Make a one-time link for the first login of a person; it replaces the one before',
    description:
      'Only for a person who has never logged in. The link works once, for 24 hours. Its use is in the audit log as `member-joined`.',
    access: 'members.write',
    freshLogin: true,
    params: idParam,
    response: { status: 201, schema: invitationSchema },
    problems: [409],
  }),
  removeInvitation: memberRoute({
    operationId: 'deleteInvitation',
    method: 'delete',
    path: '/api/v1/members/{id}/invitation',
    summary: 'Withdraw the invitation of a member',
    access: 'members.write',
    params: idParam,
    response: { status: 204, schema: null },
  }),
} as const

/** API keys. */
export const keyRoutes = {
  list: keyRoute({
    operationId: 'listKeys',
    method: 'get',
    path: '/api/v1/keys',
    summary: 'List your API keys; with members.write those of all members',
    access: 'authenticated',
    response: {
      status: 200,
      schema: z.object({ items: z.array(apiKeySchema) }).openapi('ApiKeyList'),
    },
  }),
  create: keyRoute({
    operationId: 'createKey',
    method: 'post',
    path: '/api/v1/keys',
    summary: 'Create an API key; the key is shown only once',
    description:
      'For yourself or for a service account, never for another person. A key never has a permission that the creating credential lacks, and never outlives the key that made it.',
    access: 'authenticated',
    freshLogin: true,
    body: apiKeyCreateSchema,
    response: { status: 201, schema: apiKeyCreatedSchema },
    problems: [404],
  }),
  remove: keyRoute({
    operationId: 'deleteKey',
    method: 'delete',
    path: '/api/v1/keys/{id}',
    summary: 'Revoke an API key at once, with every key that it made',
    access: 'authenticated',
    params: idParam,
    query: apiKeyDeleteQuery,
    response: { status: 204, schema: null },
  }),
} as const

/** The audit log. */
export const auditRoutes = {
  list: auditRoute({
    operationId: 'listAudit',
    method: 'get',
    path: '/api/v1/audit',
    summary: 'Read the audit log, newest first',
    access: 'audit.read',
    query: auditListQuery,
    response: { status: 200, schema: auditPageSchema },
  }),
  export: auditRoute({
    operationId: 'exportAudit',
    method: 'get',
    path: '/api/v1/audit/export',
    summary: 'Export the audit log as JSON lines, oldest first',
    description:
      'The first line is an `AuditExportHeader`, which says what part of the chain follows; every other line is an `AuditEntry`. `repertoire audit verify` checks it. The export is in the audit log itself.',
    access: 'audit.read',
    query: auditExportQuery,
    response: { status: 200, schema: null },
    otherResponses: [
      { status: 200, mediaType: 'application/x-ndjson', description: 'A header, then entries' },
    ],
  }),
} as const
