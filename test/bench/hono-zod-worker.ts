// The least start-up cost of a Worker with Hono and zod.
import { Hono } from 'hono';
import { z } from 'zod';

const Greeting = z.object({ name: z.string().max(100) });

const app = new Hono();
app.get('/', (c) => c.json(Greeting.parse({ name: c.req.query('name') })));

export default app;
