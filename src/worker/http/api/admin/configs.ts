import { z } from '@hono/zod-openapi';
import {
  CHANGE_SETTINGS_ERRORS,
  changeSettings,
} from '../../../domain/settings/change-settings.ts';
import { listSettings } from '../../../domain/settings/list-settings.ts';
import { SETTING_KEYS } from '../../../domain/settings/registry.ts';
import { PRIVATE_TOKEN_TTL_MAX_MS } from '../../../../shared/entry-rules.ts';
import { WATERMARK_IMAGE_MAX_BYTES } from '../../../../shared/watermark-layout.ts';
import { answers, jsonContent, success } from '../../envelope.ts';
import { apiRoute } from '../../route.ts';
import { createRouter } from '../../router.ts';
import { runForAdministrator } from './run-for-administrator.ts';
import { ConfigList, toConfigList } from './config-entry.ts';

const ITEMS_MAX = 100;
/** The longest is the image of a watermark in Base64. */
const VALUE_MAX_LENGTH = Math.ceil(WATERMARK_IMAGE_MAX_BYTES / 3) * 4;

const ConfigRequest = z
  .object({
    items: z
      .array(
        z.object({
          key: z.string().openapi({ enum: [...SETTING_KEYS] }),
          value: z
            .union([
              z.string().openapi({ maxLength: VALUE_MAX_LENGTH }),
              z.number().openapi({ minimum: 0, maximum: PRIVATE_TOKEN_TTL_MAX_MS }),
              z.boolean(),
            ])
            .transform(String),
        }),
      )
      .min(1)
      .max(ITEMS_MAX),
  })
  .openapi('ConfigRequest', { example: { items: [{ key: 'site_language', value: 'en-GB' }] } });

export const listConfigsRoute = createRouter().openapi(
  apiRoute({
    method: 'get',
    path: '/configs',
    operationId: 'listConfigs',
    scope: 'admin',
    tags: ['admin'],
    summary: 'All configuration entries',
    description: 'Each with the value in force and the default of the deployment.',
    responses: answers(200, 'The entries', ConfigList),
  }),
  async (c) => {
    const records = await runForAdministrator(c, listSettings);
    return c.json(success(toConfigList(records)), 200);
  },
);

export const changeConfigsRoute = createRouter().openapi(
  apiRoute({
    method: 'patch',
    path: '/configs',
    operationId: 'changeConfigs',
    scope: 'admin',
    errors: CHANGE_SETTINGS_ERRORS,
    tags: ['admin'],
    summary: 'Change configuration entries',
    description:
      'All of them or none, in force with the next request. `storage_path` can change while nothing is stored, or is to ' +
      'be erased, under the one before. A watermark that is on, and each new image of one, is drawn once: 3000, with the ' +
      'key at the start of the message, when it cannot be. Each change of it starts the publications that wait for it.',
    request: { body: { required: true, content: jsonContent(ConfigRequest) } },
    responses: answers(200, 'All entries as they are now', ConfigList),
  }),
  async (c) => {
    const { items } = c.req.valid('json');
    const records = await runForAdministrator(c, async (services) => {
      await changeSettings(services, c.var.actor, items);
      return listSettings(services);
    });
    return c.json(success(toConfigList(records)), 200);
  },
);
