/** The session ended behind the page's back. The sign-in page says so. */
export function leaveToSignIn() {
  const page = location.pathname.startsWith('/admin') ? '/admin/login' : '/auth';
  location.replace(`${page}?reason=signed-out`);
}
