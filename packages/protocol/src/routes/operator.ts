import { z } from '@hono/zod-openapi'
import { idParam } from '../schemas/common.ts'
import {
  organisationCreatedSchema,
  organisationCreateSchema,
  organisationSchema,
  organisationUpdateSchema,
} from '../schemas/operator.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Operator')
const access = 'operator'
const path = '/api/v1/operator/organisations'

/** Organisations of the server. Without `REPERTOIRE_OPERATOR_KEY` these routes do not exist. */
export const operatorRoutes = {
  list: route({
    operationId: 'listOrganisations',
    method: 'get',
    path,
    summary: 'List the organisations of the server, deleted ones too',
    access,
    response: {
      status: 200,
      schema: z.object({ items: z.array(organisationSchema) }).openapi('OrganisationList'),
    },
  }),
  create: route({
    operationId: 'createOrganisation',
    method: 'post',
    path,
    summary: 'Create an organisation with its first owner',
    access,
    body: organisationCreateSchema,
    response: { status: 201, schema: organisationCreatedSchema },
  }),
  rename: route({
    operationId: 'renameOrganisation',
    method: 'put',
    path: `${path}/{id}`,
    summary: 'Rename an organisation',
    access,
    params: idParam,
    body: organisationUpdateSchema,
    response: { status: 200, schema: organisationSchema },
  }),
  remove: route({
    operationId: 'deleteOrganisation',
    method: 'delete',
    path: `${path}/{id}`,
    summary: 'Delete an organisation; for thirty days it can be exported and restored',
    access,
    params: idParam,
    response: { status: 204, schema: null },
    problems: [409],
  }),
  restore: route({
    operationId: 'restoreOrganisation',
    method: 'post',
    path: `${path}/{id}/restore`,
    summary: 'Restore a deleted organisation',
    access,
    params: idParam,
    response: { status: 200, schema: organisationSchema },
  }),
  export: route({
    operationId: 'exportOrganisation',
    method: 'get',
    path: `${path}/{id}/export`,
    summary: 'Download everything an organisation keeps as a zip, without keys and secrets',
    access,
    params: idParam,
    response: { status: 200, schema: null },
    otherResponses: [{ status: 200, mediaType: 'application/zip', description: 'The export' }],
  }),
} as const
