/** What Fastify can do with nothing on it: the yardstick beside which our figures stand. */
import Fastify from 'fastify';

const app = Fastify();
app.get('/bare', async () => ({ id: 'x', username: 'admin', role: 'admin', status: 'active' }));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.stdout.write('running\n');
