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
  scanRuleSchema,
  settingsSchema,
  settingsUpdateSchema,
  skillListCostSchema,
  toolsetPresetSchema,
} from '../schemas/organisation.ts'
import { searchLogSchema } from '../schemas/search-log.ts'
import { apiRoute } from './api-route.ts'
import { ifMatchHeader } from './conditional.ts'

/** An organisation's settings. */
export const settingsRoutes = {
  get: apiRoute({
    operationId: 'getSettings',
    method: 'get',
    path: '/api/v1/settings',
    tag: 'Settings',
    summary: 'Get the settings of the organisation',
    access: 'authenticated',
    response: { status: 200, schema: settingsSchema },
  }),
  presets: apiRoute({
    operationId: 'listToolsetPresets',
    method: 'get',
    path: '/api/v1/settings/presets',
    tag: 'Settings',
    summary: 'List the presets: named choices of toolsets, with their tools and their price',
    access: 'authenticated',
    response: {
      status: 200,
      schema: z.object({ items: z.array(toolsetPresetSchema) }).openapi('ToolsetPresetList'),
    },
  }),
  scanRules: apiRoute({
    operationId: 'listScanRules',
    method: 'get',
    path: '/api/v1/settings/scan-rules',
    tag: 'Settings',
    summary: 'List the rules of the scanner, whose severities the settings can set',
    access: 'authenticated',
    response: {
      status: 200,
      schema: z.object({ items: z.array(scanRuleSchema) }).openapi('ScanRuleList'),
    },
  }),
  skillList: apiRoute({
    operationId: 'getSkillListCost',
    method: 'get',
    path: '/api/v1/settings/skill-list',
    tag: 'Settings',
    summary: 'Get how many descriptions fit into the list of skills, and what all would take',
    access: 'skills.read',
    response: { status: 200, schema: skillListCostSchema },
  }),
  searchLog: apiRoute({
    operationId: 'listSearchQueries',
    method: 'get',
    path: '/api/v1/search/queries',
    tag: 'Settings',
    summary: 'List what was searched for in 30 days, without who did',
    description:
      'Empty unless `search_log` of the settings is on. A query is shown once it was made twice. Searches without filters count: on the page, by the command, and by agents.',
    access: 'settings.write',
    response: { status: 200, schema: searchLogSchema },
  }),
  update: apiRoute({
    operationId: 'updateSettings',
    method: 'put',
    path: '/api/v1/settings',
    tag: 'Settings',
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
  list: apiRoute({
    operationId: 'listMembers',
    method: 'get',
    path: '/api/v1/members',
    tag: 'Members',
    summary: 'List the members',
    access: 'members.write',
    response: {
      status: 200,
      schema: z.object({ items: z.array(memberSchema) }).openapi('MemberList'),
    },
  }),
  create: apiRoute({
    operationId: 'createMember',
    method: 'post',
    path: '/api/v1/members',
    tag: 'Members',
    summary: 'Add a person, who is then invited, or a service account',
    access: 'members.write',
    freshLogin: true,
    body: memberCreateSchema,
    response: { status: 201, schema: memberSchema },
  }),
  update: apiRoute({
    operationId: 'updateMember',
    method: 'put',
    path: '/api/v1/members/{id}',
    tag: 'Members',
    summary: 'Change a member’s role',
    access: 'members.write',
    freshLogin: true,
    params: idParam,
    body: memberUpdateSchema,
    response: { status: 200, schema: memberSchema },
    problems: [409],
  }),
  remove: apiRoute({
    operationId: 'deleteMember',
    method: 'delete',
    path: '/api/v1/members/{id}',
    tag: 'Members',
    summary: 'Remove a member; their keys and logins end at once',
    access: 'members.write',
    freshLogin: true,
    params: idParam,
    response: { status: 204, schema: null },
    problems: [409],
  }),
  invite: apiRoute({
    operationId: 'inviteMember',
    method: 'post',
    path: '/api/v1/members/{id}/invitation',
    tag: 'Members',
    summary: 'Make a one-time link for the first login of a person; it replaces the one before',
    description:
      'Only for a person who has never logged in. The link works once, for 24 hours. Its use is in the audit log as `member-joined`.',
    access: 'members.write',
    freshLogin: true,
    params: idParam,
    response: { status: 201, schema: invitationSchema },
    problems: [409],
  }),
  removeInvitation: apiRoute({
    operationId: 'deleteInvitation',
    method: 'delete',
    path: '/api/v1/members/{id}/invitation',
    tag: 'Members',
    summary: 'Withdraw the invitation of a member',
    access: 'members.write',
    params: idParam,
    response: { status: 204, schema: null },
  }),
} as const

/** API keys. */
export const keyRoutes = {
  list: apiRoute({
    operationId: 'listKeys',
    method: 'get',
    path: '/api/v1/keys',
    tag: 'API keys',
    summary: 'List your API keys; with members.write those of all members',
    access: 'authenticated',
    response: {
      status: 200,
      schema: z.object({ items: z.array(apiKeySchema) }).openapi('ApiKeyList'),
    },
  }),
  create: apiRoute({
    operationId: 'createKey',
    method: 'post',
    path: '/api/v1/keys',
    tag: 'API keys',
    summary: 'Create an API key; the key is shown only once',
    description:
      'For yourself or for a service account, never for another person. A key never has a permission that the creating credential lacks, and never outlives the key that made it.',
    access: 'authenticated',
    freshLogin: true,
    body: apiKeyCreateSchema,
    response: { status: 201, schema: apiKeyCreatedSchema },
    problems: [404],
  }),
  remove: apiRoute({
    operationId: 'deleteKey',
    method: 'delete',
    path: '/api/v1/keys/{id}',
    tag: 'API keys',
    summary: 'Revoke an API key at once, with every key that it made',
    access: 'authenticated',
    params: idParam,
    query: apiKeyDeleteQuery,
    response: { status: 204, schema: null },
  }),
} as const

/** The audit log. */
export const auditRoutes = {
  list: apiRoute({
    operationId: 'listAudit',
    method: 'get',
    path: '/api/v1/audit',
    tag: 'Audit',
    summary: 'Read the audit log, newest first',
    access: 'audit.read',
    query: auditListQuery,
    response: { status: 200, schema: auditPageSchema },
  }),
  export: apiRoute({
    operationId: 'exportAudit',
    method: 'get',
    path: '/api/v1/audit/export',
    tag: 'Audit',
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
