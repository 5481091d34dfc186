-- How often the process that ran the job ended: nothing that the job itself must have caused.
alter table jobs add column interruptions int not null default 0;
