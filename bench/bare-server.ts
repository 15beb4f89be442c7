/** Bare Fastify: the limit that our figures are compared with. */
import Fastify from 'fastify';

const app = Fastify();
/** The same answer as GET /api/auth/user, without authentication. */
const user = {
  id: '019a8b2c-7f3e-7d11-9c5a-2f6e8d4b1a90',
  username: 'user1',
  email: null,
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  role: 'user',
  status: 'active',
  authType: 'password',
  mustChangePassword: false,
  createdAt: '2026-11-15T03:00:00.000Z',
  updatedAt: '2026-11-15T03:00:00.000Z',
};
app.get('/bare', async () => user);
/** As small as the answers to guests. */
app.get('/bare-poll', async () => ({ showPrompt: false, message: null }));
app.post('/bare', async () => ({ success: true }));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.stdout.write('running\n');
