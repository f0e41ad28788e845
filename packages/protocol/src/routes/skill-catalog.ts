import { z } from '@hono/zod-openapi'
import { idParam } from '../schemas/common.ts'
import {
  catalogInstallSchema,
  catalogSourceCreateSchema,
  catalogSourceListSchema,
  catalogSourceSchema,
  catalogSourceUpdateSchema,
  catalogWaitingSchema,
} from '../schemas/skill-catalog.ts'
import { skillSummarySchema } from '../schemas/skills.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Sources')

/** Document D's own paths of the catalogue: the sources of the type `github`, under its names. */
export const skillCatalogRoutes = {
  list: route({
    operationId: 'listCatalogSources',
    method: 'get',
    path: '/api/v1/admin/skill-catalog',
    summary: 'List the repositories of the catalogue, by label',
    access: 'skills.read',
    response: { status: 200, schema: catalogSourceListSchema },
  }),
  create: route({
    operationId: 'createCatalogSource',
    method: 'post',
    path: '/api/v1/admin/skill-catalog',
    summary: 'Add a repository to the catalogue, and read it',
    description:
      'Needs an owner or admin. Only repositories on github.com; it is read again every six hours.',
    access: 'skills.write',
    body: catalogSourceCreateSchema,
    response: { status: 201, schema: catalogSourceSchema },
    problems: [409],
  }),
  update: route({
    operationId: 'updateCatalogSource',
    method: 'put',
    path: '/api/v1/admin/skill-catalog/{id}',
    summary: 'Change a repository of the catalogue',
    access: 'skills.write',
    params: idParam,
    body: catalogSourceUpdateSchema,
    response: { status: 200, schema: catalogSourceSchema },
    problems: [409],
  }),
  remove: route({
    operationId: 'deleteCatalogSource',
    method: 'delete',
    path: '/api/v1/admin/skill-catalog/{id}',
    summary: 'Remove a repository from the catalogue; its skills stay',
    access: 'skills.write',
    params: idParam,
    response: { status: 204, schema: null },
  }),
  install: route({
    operationId: 'installFromCatalog',
    method: 'post',
    path: '/api/v1/skills/catalog/install',
    summary: 'Install a skill of the catalogue: its whole folder, disabled',
    description:
      'An update, and whatever has findings or a licence to read, needs the digest that was read. For a member nothing is installed: the answer is 202, and it waits for a review by an owner or admin.',
    access: 'skills.write',
    body: catalogInstallSchema,
    response: { status: 200, schema: z.union([skillSummarySchema, catalogWaitingSchema]) },
    otherResponses: [
      {
        ...{ status: 202, description: 'A member asked for it: it waits for a review' },
        hasSameBody: true,
      },
    ],
    problems: [404, 409, 412],
  }),
} as const
