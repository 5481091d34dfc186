-- In which language a link was sent or asked for; null: nobody chose one, so the page behind it follows the browser.
alter table user_links add column language text check (language in ('da', 'en'));
update user_links l set language = u.language from users u where u.id = l.user_id;
