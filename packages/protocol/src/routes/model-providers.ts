import { idParam } from '../schemas/common.ts'
import {
  foundModelsSchema,
  modelProviderCreateSchema,
  modelProviderListSchema,
  modelProviderSchema,
  modelProviderTestRequestSchema,
  modelProviderUpdateSchema,
  providerTestSchema,
} from '../schemas/model-providers.ts'
import { routesWithTag } from './api-route.ts'
import { ifMatchHeader } from './conditional.ts'

const route = routesWithTag('Models')
const base = '/api/v1/model-providers'

/** Where models come from. Owners change them; owners and admins see them. */
export const modelProviderRoutes = {
  list: route({
    operationId: 'listModelProviders',
    method: 'get',
    path: base,
    summary: 'List model providers, with those of the environment',
    access: 'settings.write',
    response: { status: 200, schema: modelProviderListSchema },
  }),
  found: route({
    operationId: 'findModels',
    method: 'get',
    path: `${base}/found`,
    summary: 'Look for models on the server’s machine',
    access: 'settings.write',
    response: { status: 200, schema: foundModelsSchema },
  }),
  create: route({
    operationId: 'addModelProvider',
    method: 'post',
    path: base,
    summary: 'Add a model provider',
    access: 'settings.write',
    freshLogin: true,
    body: modelProviderCreateSchema,
    response: { status: 201, schema: modelProviderSchema },
    problems: [409],
  }),
  update: route({
    operationId: 'updateModelProvider',
    method: 'put',
    path: `${base}/{id}`,
    summary: 'Change a model provider; a new address needs the key again',
    access: 'settings.write',
    freshLogin: true,
    params: idParam,
    headers: ifMatchHeader,
    body: modelProviderUpdateSchema,
    response: { status: 200, schema: modelProviderSchema },
    problems: [409, 412],
  }),
  remove: route({
    operationId: 'removeModelProvider',
    method: 'delete',
    path: `${base}/{id}`,
    summary: 'Remove a model provider with its key',
    access: 'settings.write',
    freshLogin: true,
    params: idParam,
    response: { status: 204, schema: null },
  }),
  test: route({
    operationId: 'testModelProvider',
    method: 'post',
    path: `${base}/{id}/test`,
    summary: 'Ask a model for one word, and say what came back',
    access: 'settings.write',
    params: idParam,
    body: modelProviderTestRequestSchema,
    response: { status: 200, schema: providerTestSchema },
  }),
} as const
